// An item of a content system as a content file: front matter with a line of JSON for each field, and HTML.
import { isSafeUrl } from '../../sources/markdown/fields.ts'
import type { PulledItem } from '../../sources/systems/source.ts'

/** What other files refer to, and where the item is from. */
export type PulledFacts = {
  kind: string
  id: number
  lang: string
  edition: PulledItem['edition']
  sign: string | undefined
  parent: number | undefined
  part: string
  entry: string
  names: string[]
  /** Milliseconds since 1970. */
  publishedAt: number | undefined
}

/** `news/12.zh.md`, `news/12.draft.zh.md`: the number is the same in all languages. */
export function fileOf({
  kind,
  id,
  lang,
  edition,
}: Pick<PulledItem, 'kind' | 'id' | 'lang' | 'edition'>): string {
  return `${kind}/${id}${edition ? `.${edition}` : ''}.${lang}.md`
}

/** `front`: undefined fields are left out. */
export function textOf(front: Record<string, unknown>, body: string): string {
  const lines = Object.entries({ ...front, format: 'html' }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}\n`,
  )
  return `---\n${lines.join('')}---\n${body}\n`
}

/** The facts in a text that `textOf` has made. Throws for any other. */
export function factsIn(file: string, text: string): PulledFacts {
  return factsOf(file, fieldsIn(text))
}

/** The front matter. Throws for a text that `textOf` has not made. */
export function fieldsIn(text: string): Record<string, unknown> {
  const [, front = ''] = text.split('---\n', 2)
  const fields = front.split('\n').flatMap((line) => {
    const end = line.indexOf(': ')
    return end < 0 ? [] : [[line.slice(0, end), JSON.parse(line.slice(end + 2))] as const]
  })
  return Object.fromEntries(fields)
}

/** The HTML below the front matter of a text that `textOf` has made. */
export function bodyIn(text: string): string {
  return text.split('---\n').slice(2).join('---\n').replace(/\n$/, '')
}

/** Throws for the front matter of a file that has not been pulled. */
export function factsOf(
  file: string,
  { id, sign, parent, source, published_at }: Record<string, unknown>,
): PulledFacts {
  const [kind = '', name = ''] = file.split('/')
  const [, edition, lang = ''] = /^\d+(?:\.(draft))?\.(\w+)\.md$/.exec(name) ?? []
  const [place = '', ...names] = typeof source === 'string' ? source.split('\n') : []
  const [, part, entry] = /^([^/]+)\/(.+)$/.exec(place) ?? []
  if (part === undefined || entry === undefined)
    throw new Error(`${file}: expected a file that has been pulled`)
  return {
    kind,
    id: Number(id),
    lang,
    part,
    entry,
    names,
    edition: edition === 'draft' ? edition : undefined,
    sign: typeof sign === 'string' ? sign : undefined,
    parent: typeof parent === 'number' ? parent : undefined,
    publishedAt: timeOf(published_at),
  }
}

function timeOf(date: unknown): number | undefined {
  const time = Date.parse(String(date))
  return Number.isNaN(time) ? undefined : time
}

/** The field `source`: part and entry, and a line for each name. */
export function sourceOf(part: string, { entry, names }: Pick<PulledItem, 'entry' | 'names'>): string {
  return [`${part}/${entry}`, ...names].join('\n')
}

type Linked = { url: string }

function withSafeImage({ image, ...seo }: { image?: string }): object {
  return { ...seo, ...(image && isSafeUrl(image) && { image }) }
}

/** The fields without addresses that no content file may have. */
export function withSafeUrls(front: Record<string, unknown>): Record<string, unknown> {
  const isSafe = ({ url }: Linked) => isSafeUrl(url)
  const checked = Object.entries(front).map(([name, value]) => {
    if (name === 'cover') return [name, isSafeUrl(String(value)) ? value : undefined]
    if (name === 'seo' && value) return [name, withSafeImage(value)]
    const isFiles = ['gallery', 'attachments', 'items', 'cover_sizes'].includes(name) && Array.isArray(value)
    return [name, isFiles ? (value as Linked[]).filter(isSafe) : value]
  })
  return Object.fromEntries(checked)
}
