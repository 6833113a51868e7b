// Numbers of WordPress entries: the post's own id, that of its translation in the default language, or one of the table.
import { isLocale, type Locale, otherLocale } from '../../../../shared/locale.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { countFrom, type Json, numberFrom, objectOf } from '../values.ts'
import type { SiteFacts, WordPress } from './client.ts'
import type { Directory } from './directory.ts'
import type { Source } from './sources.ts'

const kind = 'wordpress'
const mostHints = 10_000

export type Found = { entry: Json; source: Pick<Source, 'base'> }
export type Numbers = ReturnType<typeof createNumbers>

export function createNumbers(
  wordpress: WordPress,
  directory: Directory,
  { ids }: Pick<AdapterContext, 'ids'>,
) {
  /** The type of an entry by its number: WordPress finds an entry only within its type. */
  const hints = new Map<number, string>()
  const remember = (number: number, base: string) => {
    if (hints.size >= mostHints) hints.clear()
    hints.set(number, base)
  }

  async function of(system: System, entries: Json[], base: string): Promise<number[]> {
    const { languages } = await wordpress.facts(system)
    const numbers =
      languages === 'two sites'
        ? await ids.numbers(
            kind,
            entries.map((entry) => keyOf(entry, base, system.locale)),
          )
        : entries.map((entry) => numberOf(entry, languages, wordpress.code('zh')))
    for (const number of numbers) remember(number, base)
    return numbers
  }

  async function inTwoSites(system: System, number: number, query: Query): Promise<Found | undefined> {
    const [, base = '', slug = ''] = /^([^/]+)\/(.+)$/.exec((await ids.keyOf(kind, number)) ?? '') ?? []
    if (!base) return undefined
    const [, locale, id] = /^#(\w+):(\d+)$/.exec(slug) ?? []
    if (id) {
      const draft = locale === system.locale ? await wordpress.one(system, `${base}/${id}`, query) : undefined
      return draft && { entry: draft, source: { base } }
    }
    const [entry] = await wordpress.list(system, base, { ...query, slug })
    return entry && { entry, source: { base } }
  }

  /** With Polylang: the entry in the language of the call. */
  async function translated(
    system: System,
    entry: Json,
    base: string,
    query: Query,
  ): Promise<Json | undefined> {
    const code = wordpress.code(system.locale)
    if (entry['lang'] === code) return entry
    const id = countFrom(objectOf(entry['translations'])[code])
    return id === undefined ? undefined : wordpress.one(system, `${base}/${id}`, query)
  }

  return {
    of,
    /** The entry with a number in the language of the call, of one of the types. */
    async find(
      system: System,
      number: number,
      bases: readonly string[],
      query: Query = {},
    ): Promise<Found | undefined> {
      const { languages } = await wordpress.facts(system)
      if (languages === 'two sites') {
        const found = await inTwoSites(system, number, query)
        return found && bases.includes(found.source.base) ? found : undefined
      }
      if (isLocale(languages) && languages !== system.locale) return undefined
      const hint = hints.get(number)
      const tried =
        hint !== undefined && bases.includes(hint)
          ? [hint]
          : await directory.basesWith(system, bases, { ids: [number] })
      const entries = await Promise.all(
        tried.map((base) => wordpress.one(system, `${base}/${number}`, query)),
      )
      const index = entries.findIndex((entry) => entry !== undefined)
      const [entry, base] = [entries[index], tried[index]]
      if (!entry || base === undefined) return undefined
      const own = languages === 'polylang' ? await translated(system, entry, base, query) : entry
      if (!own || numberOf(own, languages, wordpress.code('zh')) !== number) return undefined
      remember(number, base)
      return { entry: own, source: { base } }
    },
    /** The languages in which an entry can be read. */
    async languages(system: System, { entry, source }: Found): Promise<Locale[]> {
      const { languages } = await wordpress.facts(system)
      if (isLocale(languages)) return [languages]
      const other = otherLocale(system.locale)
      const id = countFrom(objectOf(entry['translations'])[wordpress.code(other)])
      const wanted =
        languages === 'two sites' ? { slugs: [String(entry['slug'])] } : { ids: id === undefined ? [] : [id] }
      const found = await directory.find(system, source.base, wanted, other)
      return found.length > 0 ? [system.locale, other] : [system.locale]
    },
  }
}

type Query = Record<string, string | number | undefined>

/** Drafts have no slug yet. */
function keyOf({ slug, id }: Json, base: string, locale: Locale): string {
  return slug ? `${base}/${slug}` : `${base}/#${locale}:${id}`
}

function numberOf(entry: Json, languages: SiteFacts['languages'], code: string): number {
  const translated = languages === 'polylang' ? countFrom(objectOf(entry['translations'])[code]) : undefined
  return translated ?? numberFrom(entry['id']) ?? 0
}
