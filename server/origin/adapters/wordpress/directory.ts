// Directory of a type: its entries without content, in one response where they are few, for links, languages and slugs.
import type { Query } from '../../../../shared/href.ts'
import type { System } from '../adapter.ts'
import { type Json, numberFrom } from '../values.ts'
import type { WordPress } from './client.ts'

export type Directory = ReturnType<typeof createDirectory>

/** The largest page of a list. */
const mostItems = 100
const fields = 'id,slug,link,type,parent,categories,lang,translations'

type Wanted = { ids?: number[]; slugs?: string[] }

export function createDirectory(client: WordPress) {
  /** Public entries of all languages; undefined where there are too many. */
  async function all(system: System, base: string, locale = system.locale): Promise<Json[] | undefined> {
    const query = { per_page: mostItems, _fields: fields }
    const { entries, total } = await client.shared(system, base, query, locale)
    return total <= entries.length ? entries : undefined
  }

  const lookUp = (system: System, base: string, query: Query, locale = system.locale) =>
    client.list(system, base, { per_page: mostItems, _fields: fields, ...query }, locale)

  return {
    all,
    /** The public entries with one of these ids or slugs. */
    async find(system: System, base: string, { ids = [], slugs = [] }: Wanted, locale = system.locale) {
      const known = await all(system, base, locale)
      if (known) return known.filter((entry) => isWanted(entry, { ids, slugs }))
      const found = await Promise.all([
        slugs.length > 0 ? lookUp(system, base, { slug: slugs.join(',') }, locale) : [],
        ids.length > 0 ? lookUp(system, base, { include: ids.join(',') }, locale) : [],
      ])
      return found.flat()
    },
    /** Of these types, those that may have a public entry with one of these ids or slugs. In previews all. */
    async basesWith(system: System, bases: readonly string[], wanted: Wanted): Promise<string[]> {
      const different = [...new Set(bases)]
      if (system.preview) return different
      const known = await Promise.all(different.map((base) => all(system, base)))
      return different.filter((_, index) => known[index]?.some((entry) => isWanted(entry, wanted)) ?? true)
    },
  }
}

function isWanted({ id, slug }: Json, { ids = [], slugs = [] }: Wanted): boolean {
  return ids.includes(numberFrom(id) ?? 0) || slugs.includes(String(slug))
}
