// Markdown to the HTML and the plain text of a page.
import markdownIt, { type Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { imageSize } from '../../shared/image.ts'
import { wrapFigures } from './markdown-figures.ts'
import { type Heading, nameHeadings } from './markdown-headings.ts'
import { joinChineseLines, plainText } from './markdown-text.ts'

/** `line` counts from 1 in the Markdown. */
export type Link = { url: string; line: number; kind: 'link' | 'image' }
export type Rendered = { html: string; text: string; headings: Heading[]; links: Link[] }
export type RenderMarkdown = (markdown: string) => Rendered

export function createMarkdown(): RenderMarkdown {
  const parser = markdownIt({ html: false, linkify: false }).use(cjkFriendly)
  // An unsafe link is not dropped here but named to the editor, by whoever reads `links`.
  parser.validateLink = () => true
  parser.core.ruler.push('figures', (state) => {
    state.tokens = wrapFigures(state.tokens, (type, tag, nesting) => new state.Token(type, tag, nesting))
  })
  return (markdown) => {
    const tokens = parser.parse(markdown, {})
    for (const image of tokens.flatMap(inlinesOf).filter(isImage)) prepareImage(image)
    joinChineseLines(tokens)
    const headings = nameHeadings(tokens)
    const html = parser.renderer.render(tokens, parser.options, {})
    return { html, text: plainText(tokens), headings, links: tokens.flatMap(linksOf) }
  }
}

function inlinesOf(block: Token): Token[] {
  return block.children ?? []
}

function isImage(token: Token): boolean {
  return token.type === 'image'
}

function prepareImage(image: Token): void {
  const size = imageSize(String(image.attrGet('src')))
  if (size) {
    image.attrSet('width', size.width)
    image.attrSet('height', size.height)
  }
  image.attrSet('loading', 'lazy')
}

function linksOf(block: Token): Link[] {
  const line = (block.map?.[0] ?? 0) + 1
  return inlinesOf(block).flatMap((token): Link[] => {
    if (token.type === 'link_open') return [{ url: String(token.attrGet('href')), line, kind: 'link' }]
    return isImage(token) ? [{ url: String(token.attrGet('src')), line, kind: 'image' }] : []
  })
}
