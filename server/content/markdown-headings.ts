// Stable ids for headings, so that chapters and links inside a page have a target.
import type { Token } from 'markdown-it'
import { inlineText } from './markdown-text.ts'

export type Heading = { level: number; id: string; title: string }

// Ids that the pages around the body use themselves.
const reservedIds = ['data', 'main', 'content']

export function nameHeadings(tokens: Token[]): Heading[] {
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
