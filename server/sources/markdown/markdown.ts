// Markdown to HTML, plain text, headings and links.
import type { Token } from 'markdown-it'
import markdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { imageSize } from '../../../shared/image.ts'
import { wrapFigures } from './markdown-figures.ts'

/** `line` counts from 1 in the Markdown. */
export type Link = { url: string; line: number; kind: 'link' | 'image' }
/** Plain text below a heading of the second level; the first section is above all of them, without id and title. */
export type Section = { id: string; title: string; text: string }
/** `brokenLinks`: what was written as a link or a picture and is shown as text, because its URL has a space. */
export type Rendered = {
  html: string
  sections: Section[]
  headings: Heading[]
  links: Link[]
  brokenLinks: { url: string; line: number }[]
}
export type RenderMarkdown = (markdown: string) => Rendered

export function createMarkdown(): RenderMarkdown {
  const parser = markdownIt({ html: false, linkify: false }).use(cjkFriendly)
  // Unsafe links are not removed here: entry.ts reports them from `links`, with their lines.
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
    const links = tokens.flatMap(linksOf)
    return { html, sections: sectionsOf(tokens), headings, links, brokenLinks: tokens.flatMap(brokenLinksOf) }
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

const brokenLink = /\]\(((?:\/|https?:|\.{1,2}\/|media\/)[^()\n<>]{0,500}[ \u3000][^()\n<>]{1,500})\)/g

function brokenLinksOf(block: Token): { url: string; line: number }[] {
  const line = (block.map?.[0] ?? 0) + 1
  const texts = inlinesOf(block).map((token) => (token.type === 'text' ? token.content : '\n'))
  return [...texts.join('').matchAll(brokenLink)].map(([, url = '']) => ({ url, line }))
}

type Heading = { level: number; id: string; title: string }

// Ids that the page uses outside of the body.
const reservedIds = ['data', 'main', 'content']

function nameHeadings(tokens: Token[]): Heading[] {
  const taken = new Set(reservedIds)
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const title = inlineText(tokens[index + 1]!)
    const id = unique(slug(title), taken)
    token.attrSet('id', id)
    return [{ level: Number(token.tag.slice(1)), id, title }]
  })
}

function slug(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_]+/gu)
  return words?.join('-') ?? 'section'
}

function unique(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`
  taken.add(id)
  return id
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u

/** With one line for each block. */
function sectionsOf(tokens: Token[]): Section[] {
  const sections = [{ id: '', title: '', lines: [] as string[] }]
  for (const [index, token] of tokens.entries()) {
    const isTitle = tokens[index - 1]?.type === 'heading_open' && tokens[index - 1]?.tag === 'h2'
    if (isTitle) {
      const id = String(tokens[index - 1]!.attrGet('id'))
      sections.push({ id, title: inlineText(token), lines: [] })
    } else sections.at(-1)!.lines.push(...blockText(token))
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n') }))
}

function blockText(token: Token): string[] {
  if (token.type === 'inline') return [inlineText(token)]
  return token.type === 'fence' || token.type === 'code_block' ? [token.content] : []
}

function inlineText(inline: Token): string {
  return (inline.children ?? []).map(childText).join('').replace(/\s+/g, ' ').trim()
}

function childText(token: Token): string {
  return token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : token.content
}

/**
 * Removes line breaks between two Chinese characters: browsers would show a space
 * (CSS Text 3 §4.1.3 leaves it to them), and the search would not find a phrase across one.
 */
function joinChineseLines(tokens: Token[]): void {
  for (const { children } of tokens) {
    let text = ''
    for (const [index, child] of (children ?? []).entries()) {
      if (child.type === 'softbreak' && wide.test(text.slice(-1)) && wide.test(textAfter(children!, index))) {
        child.type = 'text'
      }
      text += child.content
    }
  }
}

function textAfter(children: Token[], index: number): string {
  return (
    children
      .slice(index + 1)
      .find((child) => child.content)
      ?.content.slice(0, 1) ?? ''
  )
}
