// Editor.js, the block editor of Directus: its JSON as HTML. Its texts are HTML themselves.
import { escapeHtml } from '../../../shared/escape-html.ts'
import { isObject, type Json, objectOf, objectsOf, textFrom, urlFrom } from '../systems/values.ts'
import { element, headingLevel, imageHtml, linkHtml } from './blocks.ts'

type EditorJs = { blocks: Json[] }

/** Deeper lists are left out: the depth of a call stack is not theirs to choose. */
const deepest = 10

export function isEditorJs(value: unknown): value is EditorJs {
  if (!isObject(value) || !Array.isArray(value['blocks'])) return false
  const isBlock = (one: unknown) => isObject(one) && typeof one['type'] === 'string' && isObject(one['data'])
  return value['blocks'].every(isBlock)
}

/** The result is sanitised where it is read. */
export function editorJsHtml({ blocks }: EditorJs): string {
  return blocks.map(({ type, data }) => blockHtml(String(type), objectOf(data))).join('\n')
}

function blockHtml(type: string, data: Json): string {
  const text = inline(data['text'])
  const caption = inline(data['caption'])
  switch (type) {
    case 'header':
      return element(`h${headingLevel(data['level'])}`, text)
    case 'list':
    case 'nestedlist':
    case 'checklist':
      return listHtml(data['items'], data['style'] === 'ordered' ? 'ol' : 'ul', 0)
    case 'quote':
      return element('blockquote', element('p', text) + (caption && element('p', element('cite', caption))))
    case 'code':
      return element('pre', element('code', escapeHtml(String(data['code'] ?? ''))))
    case 'raw':
      return inline(data['html'])
    case 'table':
      return element('table', element('tbody', rowsOf(data)))
    case 'image':
    case 'attaches':
    case 'embed':
    case 'linkTool':
      return mediaHtml(data, caption)
    default: {
      // A paragraph, or a block of a plugin: its texts in their order.
      const all = Object.values(data).map(inline).filter(Boolean)
      return all.map((one) => element('p', one)).join('\n')
    }
  }
}

function inline(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function listHtml(items: unknown, tag: 'ol' | 'ul', depth: number): string {
  if (!Array.isArray(items) || items.length === 0 || depth > deepest) return ''
  const inner = items.map((item: unknown) => {
    const own = objectOf(item)
    const text = inline(item) || inline(own['content']) || inline(own['text'])
    return element('li', text + listHtml(own['items'], tag, depth + 1))
  })
  return element(tag, inner.join(''))
}

function rowsOf({ content, withHeadings }: Json): string {
  const rows = Array.isArray(content) ? content : []
  return rows
    .map((row: unknown, index) => {
      const tag = withHeadings === true && index === 0 ? 'th' : 'td'
      const cells = Array.isArray(row) ? row : []
      return element('tr', cells.map((cell: unknown) => element(tag, inline(cell))).join(''))
    })
    .join('')
}

/** A picture, a file, or a page elsewhere. */
function mediaHtml(data: Json, caption: string): string {
  const file = objectsOf([data['file']])[0] ?? data
  const url = urlFrom(file) ?? urlFrom(data['source']) ?? urlFrom(data['link'])
  if (!url) return caption && element('p', caption)
  const name = textFrom(data['title'] ?? objectOf(data['meta'])['title'] ?? file['name']) ?? (caption || url)
  return isPicture(data)
    ? imageHtml({ ...file, url, alternativeText: caption, caption })
    : linkHtml(url, name)
}

/** Only the data of a picture has these settings. */
function isPicture(data: Json): boolean {
  return ['withBorder', 'withBackground', 'stretched'].some((name) => name in data)
}
