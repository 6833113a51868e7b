// Markdown to HTML, plain text, headings and links.

import type { Token } from 'markdown-it'
import markdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import footnotes from 'markdown-it-footnote'
import { say } from '../../../shared/content/problem.ts'
import { Ids } from '../rich-text/ids.ts'
import { withoutComments } from './comments.ts'
import { lookalikesIn } from './lookalikes.ts'
import type { Fault } from './problem.ts'

/** `line` counts from 1 in the file. */
export type Link = { url: string; line: number; kind: 'link' | 'image' }
/** Plain text below a heading of the second level; the first section is above all of them, without id and title. */
export type Section = { id: string; title: string; text: string }
export type Rendered = {
  html: string
  sections: Section[]
  /** Of the headings. */
  ids: string[]
  links: Link[]
  /** What is shown otherwise than it was meant. */
  remarks: Fault[]
}
const openComment = say(
  'a comment without an end: the text after it is not shown; write --> after the comment',
)

const parser = markdownIt({ html: false, linkify: false }).use(cjkFriendly).use(footnotes).use(figures)
// `10^[a]` is text.
parser.inline.ruler.disable('footnote_inline')
// Unsafe links are not removed here: parse-file.ts reports them from `links`, with their lines.
parser.validateLink = () => true

export function renderMarkdown(markdown: string): Rendered {
  const { text, open } = withoutComments(markdown)
  const env = {}
  const tokens = parser.parse(text, env)
  const remarks = tokens.flatMap(lookalikesIn)
  if (open) remarks.unshift({ line: open, ...openComment, effect: 'incomplete' })
  for (const block of tokens) joinChineseLines(inlinesOf(block))
  const ids = nameHeadings(tokens)
  return {
    html: parser.renderer.render(tokens, parser.options, env),
    sections: sectionsOf(tokens),
    ids,
    links: tokens.flatMap(linksOf),
    remarks,
  }
}

function inlinesOf(block: Token): Token[] {
  return block.children ?? []
}

function linksOf(block: Token): Link[] {
  const line = (block.map?.[0] ?? 0) + 1
  return inlinesOf(block).flatMap((token): Link[] => {
    if (token.type === 'link_open') return [{ url: String(token.attrGet('href')), line, kind: 'link' }]
    return token.type === 'image' ? [{ url: String(token.attrGet('src')), line, kind: 'image' }] : []
  })
}

/** Their ids. */
function nameHeadings(tokens: Token[]): string[] {
  const ids = new Ids()
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const id = ids.add(slug(inlineText(tokens[index + 1]!)))
    token.attrSet('id', id)
    return id
  })
  for (const link of tokens.flatMap(inlinesOf))
    if (link.type === 'link_open') link.attrSet('href', ids.follow(String(link.attrGet('href'))))
  return headings
}

function slug(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_]+/gu)
  return words?.join('-') ?? 'section'
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u

/** With one line for each block. */
function sectionsOf(tokens: Token[]): Section[] {
  const sections = [{ id: '', title: '', lines: [] as string[] }]
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (before?.type === 'heading_open' && before.tag === 'h2')
      sections.push({ id: String(before.attrGet('id')), title: inlineText(token), lines: [] })
    else if (token.type === 'inline') sections.at(-1)!.lines.push(inlineText(token))
    else if (token.type === 'fence' || token.type === 'code_block') sections.at(-1)!.lines.push(token.content)
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n') }))
}

function inlineText(inline: Token): string {
  const isSpace = (type: string) => type.endsWith('break') || type === 'figcaption_open'
  const texts = inlinesOf(inline).map(({ type, content }) => (isSpace(type) ? ' ' : content))
  return texts.join('').replace(/\s+/g, ' ').trim()
}

/**
 * Removes line breaks between two Chinese characters: browsers would show a space
 * (CSS Text 3 §4.1.3 leaves it to them), and the search would not find a phrase across one.
 */
function joinChineseLines(children: Token[]): void {
  const filled = children.filter(({ type, content }) => content || type === 'softbreak')
  for (const [index, { type }] of filled.entries()) {
    const isBetween =
      wide.test(filled[index - 1]?.content.at(-1) ?? '') && wide.test(filled[index + 1]?.content[0] ?? '')
    if (type === 'softbreak' && isBetween) filled[index]!.type = 'text'
  }
}

/** Plugin: an image with a title, alone in its paragraph, becomes a figure with a caption. An image within text keeps its title. */
function figures(parser: ReturnType<typeof markdownIt>): void {
  parser.core.ruler.push('figures', ({ tokens, Token }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [open, close] = [tokens[index - 1], tokens[index + 1]]
      if (type !== 'inline' || open?.type !== 'paragraph_open' || !close || !children) continue
      const image = children.find((token) => token.type === 'image')
      const title = image?.attrGet('title')
      const isAlone = /^(?:image|link_open image link_close)$/.test(
        children.map(({ type }) => type).join(' '),
      )
      if (!image?.attrs || !title || !isAlone) continue
      image.attrs = image.attrs.filter(([name]) => name !== 'title')
      // In a tight list paragraphs are hidden.
      for (const tag of [open, close]) Object.assign(tag, { tag: 'figure', hidden: false })
      const caption = Object.assign(new Token('text', '', 0), { content: title })
      children.push(
        new Token('figcaption_open', 'figcaption', 1),
        caption,
        new Token('figcaption_close', 'figcaption', -1),
      )
    }
  })
}
