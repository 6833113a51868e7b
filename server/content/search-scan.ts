// Search without the search index: all words are looked for in the texts of all documents.
import type { DatabaseSync } from 'node:sqlite'
import type { SearchKind } from '../../shared/content/content.ts'
import { createYield } from '../base/yield.ts'
import type { Tables } from './articles.ts'
import type { Matches, SearchFor } from './search-match.ts'
import type { Part } from './search-query.ts'
import { stemOf } from './search-words.ts'

/** Documents for each statement of a scan: 1 to 2 ms. */
const scannedAtOnce = 300

/** While the index is not complete, all words are looked for in the texts: slower, in the order of the lists. */
export function createScan(database: DatabaseSync, { entry }: Tables) {
  const last = database.prepare('select max(id) as id from search_document')
  const containing = database.prepare(`
    select document.id, coalesce(category, kind) as section, published, lower(title) as title, weight
      from search_document document join search_text text on text.document = document.id
      join ${entry} entry on entry.file = document.file
      where document.id > :after and document.id <= :until and document.lang = :lang and (place is not null or :listed = 0 and (entry.parent is not null or kind <> 'article'))
        and not exists (select 1 from json_each(:words)
          where instr(lower(title || ' ' || tags || ' ' || text.summary || ' ' || body), value) = 0)`)
  return async (
    parts: Part[],
    { lang, section, isListed = false, start, count }: SearchFor,
  ): Promise<Matches> => {
    const words = parts.map(({ kind, text }) => (kind === 'word' ? stemOf(text) : text))
    const yieldByTime = createYield(() => performance.now())
    const found: { id: number; section: SearchKind; rank: number; published: number }[] = []
    const until = Number(last.get()?.['id'] ?? 0)
    for (let after = 0; after < until; after += scannedAtOnce) {
      const rows = containing.all({
        ...{
          after,
          until: after + scannedAtOnce,
          lang,
          listed: Number(isListed),
          words: JSON.stringify(words),
        },
      })
      for (const row of rows) {
        const inTitle = words.every((word) => String(row['title']).includes(word))
        const rank = (inTitle ? 10 : 1) * Number(row['weight'])
        // The statement's own expression.
        found.push({
          id: Number(row['id']),
          section: row['section'] as SearchKind,
          rank,
          published: Number(row['published']),
        })
      }
      await yieldByTime()
    }
    const counts: Matches['counts'] = {}
    for (const { section } of found) counts[section] = (counts[section] ?? 0) + 1
    const shown = found.filter((one) => section === undefined || one.section === section)
    shown.sort((a, b) => b.rank - a.rank || b.published - a.published || a.id - b.id)
    return { counts, documents: shown.slice(start, start + count).map(({ id }) => id) }
  }
}
