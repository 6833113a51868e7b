// Rich text of entries as HTML: Markdown, HTML of editors, block editors, components and dynamic zones. No text is lost.

import { escapeHtml } from '../../../shared/escape-html.ts'
import { createMarkdown } from '../markdown/markdown.ts'
import type { Note } from '../systems/noticed.ts'
import { isObject, type Json, textFrom, urlFrom } from '../systems/values.ts'
import { blocksHtml, element, imageHtml, isBlocks, linkHtml } from './blocks.ts'
import { editorJsHtml, isEditorJs } from './editor-js.ts'
import { isHuman, isSentence, mail, ofSystem } from './human-text.ts'

/** Components in components; the depth of a call stack is not theirs to choose. */
const deepest = 12
/** A field whose text is a heading; in a quotation it is whom the quotation is from. */
const titles = /^(?:title|heading|headline|name)$/i
/** Fields with Markdown or HTML. */
const texts = /^(?:body|text|content|rich_?text|description|quote|caption|html)$/i
/**
 * Fields whose value is shown whatever its form: an editor wrote it for readers. In a field of any other name a single token that is no
 * capitalised word, such as `matte` or `TL-7`, may be a setting: it is left out and reported. In a list with texts it is one of them.
 */
const words =
  /^(?:label|sub_?title|sub_?heading|tagline|eyebrow|value|number|figure|unit|author|role|question|answer|price|badge|hint|note|remark|prefix|suffix|period|job_?title|company|phone|e?mail|address|code)$/i
const addresses = /^(?:url|href|link|path|src|video|video_?url|embed|embed_?url)$/i
/** Names of what sets a block up, of its place and of its history; what is in them is no text. */
const settings =
  /^(?:id|documentId|__component|component|collection|type|kind|styles?|class|class_?names?|css|variant|theme|layout|size|width|height|align(?:ment)?|position|place|colou?rs?|background(?:_?colou?r)?|icon|target|anchor|key|slug|sign|status|sort|order|locale|localizations|mime|alt|created_?\w*|updated_?\w*|published_?\w*|date_\w+|user_\w+|\w+_id)$/i
/** Characters of a link. */
const longestName = 200
const absolute = /^https?:\/\/\S+$/
/** Fields that an entry has and a component has not. */
const ofEntries = ['slug', 'status', 'createdAt', 'updatedAt', 'publishedAt', 'date_updated']
/** Emphasis, a link, a heading or a list. */
const markdown = /\*\*\S|\]\(|^(?:#{1,6}|[-*]|\d{1,3}\.) \S/m

/** Where a value is, and what notes texts that are left out. */
type Place = { depth: number; at: string; note: Note }

/** The result has addresses of the system and is sanitised where it is read. `at`: the path of the value in its entry. */
export function createRichText(): (value: unknown, at: string, note: Note) => string {
  const render = createMarkdown()
  const textHtml = (text: string) => (/^\s*<[a-z!]/i.test(text) ? text : render(text).html)

  function html(value: unknown, place: Place): string {
    if (typeof value === 'string') return textHtml(value)
    if (place.depth > deepest) return ''
    if (isBlocks(value)) return blocksHtml(value)
    if (isEditorJs(value)) return editorJsHtml(value)
    if (Array.isArray(value)) return listHtml(value, place)
    return isObject(value) ? partHtml(value, place) : ''
  }

  function listHtml(list: unknown[], place: Place): string {
    const isWords = list.length > 0 && list.every((one) => typeof one === 'string')
    if (!isWords) return list.map((one, index) => html(one, within(place, index, 0))).join('\n')
    const isShown = (list as string[]).some(isHuman)
    const shown = (list as string[]).filter((one, index) => !isLeftOut(!isShown, one, within(place, index)))
    return shown.length === 0
      ? ''
      : element('ul', shown.map((one) => element('li', escapeHtml(one))).join(''))
  }

  /** A file, an entry, or a component: its fields in their order. */
  function partHtml(part: Json, place: Place): string {
    if (typeof part['mime'] === 'string') return fileHtml(part)
    if (isEntry(part)) return paragraph(textFrom(part['title'] ?? part['name']))
    const isQuote = /quote/i.test(String(part['__component']))
    const { url, named } = linkIn(part)
    const fields = Object.entries(part).flatMap(([name, value]) => {
      if (isQuote && titles.test(name)) return []
      if (name === named)
        return linkHtml(url, textFrom(value) ?? '', titles.test(name) ? headingTag(place.depth) : 'p')
      return named !== undefined && value === url ? [] : fieldHtml(name, value, place)
    })
    const inner = fields.filter(Boolean).join('\n')
    return isQuote ? element('blockquote', inner + authorHtml(part)) : inner
  }

  function fieldHtml(name: string, value: unknown, place: Place): string {
    const own = within(place, name)
    if (settings.test(name) && !(typeof value === 'string' && isSentence(name, value))) {
      if (typeof value === 'string') isLeftOut(!ofSystem.test(name), value, own)
      return ''
    }
    if (typeof value !== 'string') return html(value, own)
    const text = value.trim()
    if (text === '') return ''
    if (texts.test(name)) return textHtml(value)
    if (titles.test(name)) return element(headingTag(place.depth), escapeHtml(textFrom(text) ?? ''))
    if (addresses.test(name)) return isLeftOut(!absolute.test(text), text, own) ? '' : linkHtml(text, text)
    if (mail.test(text)) return linkHtml(`mailto:${text}`, text)
    if (!words.test(name) && isLeftOut(!isHuman(text), text, own)) return ''
    if (/<[a-z][^<>]*>/i.test(text)) return text.startsWith('<') ? text : element('p', text)
    if (markdown.test(text)) return render(text).html
    return text.split('\n').map(paragraph).filter(Boolean).join('\n')
  }

  return (value, at, note) => html(value, { depth: 0, at, note })
}

function within({ depth, at, note }: Place, name: string | number, deeper = 1): Place {
  return { depth: depth + deeper, at: `${at}.${name}`, note }
}

/** Notes a text that matches. */
function isLeftOut(isOut: boolean, text: string, { at, note }: Place): boolean {
  if (isOut && text !== '') note(at, text)
  return isOut
}

/** What is related to a block, and not a part of it: its fields are not for this page. */
function isEntry(part: Json): boolean {
  return part['documentId'] !== undefined && ofEntries.some((name) => part[name] !== undefined)
}

/** The address of a component, and the field whose text is its link. */
function linkIn(part: Json): { url: string; named: string | undefined } {
  const [, url] = Object.entries(part).find(([name, value]) => addresses.test(name) && urlFrom(value)) ?? []
  const isName = (name: string) => (textFrom(part[name])?.length ?? longestName + 1) <= longestName
  const named = ['label', 'title', 'name', 'heading', 'text'].find(isName)
  return typeof url === 'string' && named !== undefined ? { url, named } : { url: '', named: undefined }
}

/** The heading of a component in a text, or of one in another. */
function headingTag(depth: number): 'h2' | 'h3' {
  return depth < 2 ? 'h2' : 'h3'
}

function paragraph(text: string | undefined): string {
  return text?.trim() ? element('p', escapeHtml(text.trim())) : ''
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
  return url && name ? linkHtml(url, name) : ''
}
