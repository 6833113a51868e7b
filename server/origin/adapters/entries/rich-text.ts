// Rich text of entries as HTML: Markdown, HTML of editors, blocks of Strapi, components and dynamic zones.

import { escapeHtml } from '../../../rich-text/html.ts'
import { createMarkdown } from '../../../sources/markdown/markdown.ts'
import { isObject, type Json, textFrom, urlFrom } from '../values.ts'
import { blocksHtml, element, imageHtml, isBlocks } from './blocks.ts'

/** Components in components. */
const deepest = 4
const titles = /^(?:title|heading|headline|name)$/i

/** The result has addresses of the system and is sanitised where it is read. */
export function createRichText(): (value: unknown) => string {
  const render = createMarkdown()
  const textHtml = (text: string) => (/^\s*<[a-z!]/i.test(text) ? text : render(text).html)

  function html(value: unknown, depth = 0): string {
    if (typeof value === 'string') return textHtml(value)
    if (depth > deepest) return ''
    if (isBlocks(value)) return blocksHtml(value)
    if (Array.isArray(value)) return value.map((one) => html(one, depth)).join('\n')
    return isObject(value) ? partHtml(value, depth) : ''
  }

  /** A file, or a component: its fields in their order. */
  function partHtml(part: Json, depth: number): string {
    if (typeof part['mime'] === 'string') return fileHtml(part)
    const isQuote = /quote/i.test(String(part['__component']))
    const fields = Object.entries(part).filter(
      ([name]) => !/^(?:id|documentId|__component)$/.test(name) && !(isQuote && titles.test(name)),
    )
    const inner = fields.map(([name, value]) => fieldHtml(name, value, depth)).join('\n')
    return isQuote ? element('blockquote', inner + authorHtml(part)) : inner
  }

  function fieldHtml(name: string, value: unknown, depth: number): string {
    if (typeof value !== 'string') return html(value, depth + 1)
    if (titles.test(name)) return element('h2', escapeHtml(textFrom(value) ?? ''))
    // Of another field, such as a colour or an address.
    return /^(?:body|text|content|richText|description|quote|caption|html)$/i.test(name)
      ? textHtml(value)
      : ''
  }

  return (value) => html(value)
}

/** The title of a quotation is whom it is from. */
function authorHtml(quote: Json): string {
  const [, author] = Object.entries(quote).find(([name]) => titles.test(name)) ?? []
  const text = textFrom(author)
  return text ? element('p', element('cite', escapeHtml(text))) : ''
}

function fileHtml(file: Json): string {
  if (/^image\//.test(String(file['mime']))) return imageHtml(file)
  const url = urlFrom(file)
  const name = textFrom(file['name']) ?? url
  return url && name ? element('p', `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`) : ''
}
