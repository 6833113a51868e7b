// Images in texts: editors write an address, at most the width of the moment; browsers get the size of the file, and its copies.

import { escapeHtml } from '../../../shared/escape-html.ts'
import { srcSetOf } from '../../../shared/image.ts'
import { decodeEntities } from '../../rich-text/html.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, numberFrom } from '../systems/values.ts'
import { type Dialect, imageCopies, mostItems } from './entries.ts'

const image = /<img\s[^<>]*>/gi
const source = /(\s)src\s*=\s*(?:"([^"]*)"|'([^']*)')/i

type Files = {
  /** What the system finds a file by; `url`: below `/media/`. Undefined for other images. */
  keyOf: (url: string) => string | undefined
  /** The files with these keys, as entries have them; none where they may not be read. */
  filesOf: (system: System, keys: string[]) => Promise<Map<string, Json>>
}

export function createTextImages(
  { addresses }: Pick<SourceContext, 'addresses'>,
  { keyOf, filesOf }: Files,
): NonNullable<Dialect['sizeImages']> {
  /** Images with copies have been made from their file. */
  const keyIn = (tag: string) => (/\ssrcset\s*=/i.test(tag) ? undefined : keyOf(urlIn(tag)))

  async function filesIn(system: System, texts: string[]): Promise<Map<string, Json>> {
    const tags = texts.flatMap((html) => html.match(image) ?? [])
    const keys = [...new Set(tags.flatMap((tag) => keyIn(tag) ?? []))]
    const files = new Map<string, Json>()
    for (let start = 0; start < keys.length; start += mostItems)
      for (const [key, file] of await filesOf(system, keys.slice(start, start + mostItems)))
        files.set(key, file)
    return files
  }

  return async (system, texts) => {
    const files = await filesIn(system, texts)
    return files.size === 0 ? texts : texts.map((html) => sizedImages(system, html, files))
  }

  function sizedImages(system: System, html: string, files: Map<string, Json>): string {
    return html.replace(image, (tag) => {
      const file = files.get(keyIn(tag) ?? '')
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
  const rest = tag.replace(/\s(?:width|height|sizes)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, '')
  const attributes = `srcset="${escapeHtml(srcset)}" width="${width}" height="${height}"`
  return rest.replace(source, (_, space: string) => `${space}src="${escapeHtml(url)}" ${attributes}`)
}
