// The blocks editor of Strapi: its JSON as HTML.

import { escapeHtml } from '../../../shared/escape-html.ts'
import { srcSetOf } from '../../../shared/image.ts'
import { isObject, type Json, objectOf, objectsOf, textFrom, urlFrom } from '../systems/values.ts'
import { imageCopies } from './entries.ts'

/** Deeper lists are left out: nobody writes them, and the depth of a call stack is not theirs to choose. */
const deepest = 10

export function isBlocks(value: unknown): value is Json[] {
  const isBlock = (one: unknown) =>
    isObject(one) && typeof one['type'] === 'string' && one['id'] === undefined
  return Array.isArray(value) && value.every(isBlock)
}

/** The result is sanitised where it is read. */
export function blocksHtml(blocks: Json[]): string {
  return blocks.map((block) => blockHtml(block, 0)).join('\n')
}

function blockHtml(block: Json, depth: number): string {
  const inner = () => objectsOf(block['children']).map(inlineHtml).join('')
  switch (block['type']) {
    case 'heading':
      return element(`h${headingLevel(block['level'])}`, inner())
    case 'quote':
      return element('blockquote', element('p', inner()))
    case 'code':
      return element('pre', element('code', objectsOf(block['children']).map(plainText).join('')))
    case 'list':
      return listHtml(block, depth)
    case 'image':
      return imageHtml(block['image'])
    default:
      // A paragraph, or a block of a plugin.
      return inner() === '' ? '' : element('p', inner())
  }
}

/** The first heading of a page is its title. */
export function headingLevel(level: unknown): number {
  return typeof level === 'number' && level >= 2 && level <= 6 ? level : 2
}

function listHtml({ format, children }: Json, depth: number): string {
  if (depth > deepest) return ''
  const items = objectsOf(children).map((child) =>
    child['type'] === 'list'
      ? listHtml(child, depth + 1)
      : objectsOf(child['children']).map(inlineHtml).join(''),
  )
  return element(format === 'ordered' ? 'ol' : 'ul', items.map((item) => element('li', item)).join(''))
}

const marks = { code: 'code', bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's' } as const

function inlineHtml(child: Json): string {
  if (child['type'] === 'link') {
    const text = objectsOf(child['children']).map(markedText).join('')
    const url = typeof child['url'] === 'string' ? child['url'] : ''
    return url === '' ? text : `<a href="${escapeHtml(url)}">${text}</a>`
  }
  return markedText(child)
}

function markedText(child: Json): string {
  const text = plainText(child).replaceAll('\n', '<br>')
  return Object.entries(marks)
    .filter(([mark]) => child[mark] === true)
    .reduce((inner, [, tag]) => element(tag, inner), text)
}

function plainText({ text }: Json): string {
  return typeof text === 'string' ? escapeHtml(text) : ''
}

/** The image of a file of the media library. */
export function imageHtml(value: unknown): string {
  const media = objectOf(value)
  const url = urlFrom(media)
  if (!url) return ''
  const { width, height } = sizeOf(media)
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  const alt = textFrom(media['alternativeText']) ?? ''
  const copies = srcSetOf(imageCopies(media))
  const srcset = copies ? ` srcset="${escapeHtml(copies)}"` : ''
  const image = `<img src="${escapeHtml(url)}"${srcset} alt="${escapeHtml(alt)}"${size} loading="lazy">`
  const caption = textFrom(media['caption'])
  return element('figure', image + (caption ? element('figcaption', escapeHtml(caption)) : ''))
}

function sizeOf({ width, height }: Json): { width?: number; height?: number } {
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
}

export function element(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag}>`
}

export function linkHtml(url: string, text: string, tag: 'p' | 'h2' | 'h3' = 'p'): string {
  return element(tag, `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`)
}
