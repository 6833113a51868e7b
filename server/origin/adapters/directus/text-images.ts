// Images in texts of Directus: the editor writes the width of the moment; browsers get the size of the file, and its copies.
import { srcSetOf } from '../../../../shared/image.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { imageCopies, mostItems } from '../entries/entries.ts'
import { decodeEntities, escapeHtml } from '../html.ts'
import { type Json, numberFrom, objectsOf, textFrom, valueAt } from '../values.ts'
import { fileFields } from './fields.ts'
import { fileOf } from './rows.ts'

const notAllowed = 403
const image = /<img\s[^<>]*>/gi
const source = /(\s)src\s*=\s*(?:"([^"]*)"|'([^']*)')/i
const ownFile = /^\/media\/(?:site-[a-z]{2}\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[./?]|$)/i

export function createTextImages({ addresses }: Pick<AdapterContext, 'addresses'>) {
  /** The files with these ids; none where they may not be read. */
  async function filesOf(system: System, ids: string[]): Promise<Map<string, Json>> {
    const query = {
      fields: fileFields.join(','),
      limit: mostItems,
      filter: JSON.stringify({ id: { _in: ids } }),
    }
    const response = await system.get('/files', query, { accept: [notAllowed] })
    const files = objectsOf(valueAt(response.body, 'data'))
    return new Map(files.map((file) => [textFrom(file['id']) ?? '', fileOf(file)]))
  }

  /** `html`: with files below `/media/`. */
  return async (system: System, html: string): Promise<string> => {
    const tags = html.match(image) ?? []
    const ids = [...new Set(tags.flatMap((tag) => idIn(tag) ?? []))].slice(0, mostItems)
    if (ids.length === 0) return html
    const files = await filesOf(system, ids)
    return html.replace(image, (tag) => {
      const file = files.get(idIn(tag) ?? '')
      const copies = file ? imageCopies(file) : []
      const whole = copies.at(-1)
      if (!file || !whole) return tag
      const urls = copies.map((copy) => ({ ...copy, url: addresses.media(copy.url, system.locale) }))
      return sizedTag(tag, addresses.media(String(file['url']), system.locale), srcSetOf(urls), whole)
    })
  }
}

function urlIn(tag: string): string {
  const [, , double, single] = source.exec(tag) ?? []
  return decodeEntities(double ?? single ?? '')
}

function idIn(tag: string): string | undefined {
  return ownFile.exec(urlIn(tag))?.[1]?.toLowerCase()
}

/** In the width that the editor has given it, and in the shape of the file. */
function sizedTag(
  tag: string,
  url: string,
  srcset: string,
  whole: { width: number; height: number },
): string {
  const query = new URLSearchParams(urlIn(tag).split('?')[1])
  const given = /\swidth\s*=\s*["']?(\d{1,5})\b/i.exec(tag)?.[1] ?? query.get('width')
  const width = Math.min(numberFrom(given) || whole.width, whole.width)
  const height = Math.round((width * whole.height) / whole.width)
  const rest = tag.replace(/\s(?:width|height|srcset|sizes)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, '')
  const attributes = `srcset="${escapeHtml(srcset)}" width="${width}" height="${height}"`
  return rest.replace(source, (_, space: string) => `${space}src="${escapeHtml(url)}" ${attributes}`)
}
