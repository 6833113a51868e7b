// Search without the search index: all words are looked for in the texts of all documents.
import type { DatabaseSync } from 'node:sqlite'
import type { SearchKind } from '../../shared/content/content.ts'
import { firstOfEach, isFoundOutsideLists, type Matches, type SearchFor } from './search-match.ts'
import type { Part } from './search-query.ts'
import { stemOf } from './search-words.ts'

type FoundDocument = { id: number; file: number; section: SearchKind; rank: number; published: number }

/** While the index is not complete, all words are looked for in the texts: slower, in the order of the lists. */
export function createScan(database: DatabaseSync) {
  const containing = database.prepare(`
    select document.id, entry.file, coalesce(category, kind) as section, published, lower(title) as title, weight
      from search_document document join search_text text on text.document = document.id
      join entry on entry.file = document.file
      where document.lang = :lang and (place is not null or :listed = 0 and ${isFoundOutsideLists})
        and (:among is null or entry.file in (select value from json_each(:among)))
        and not exists (select 1 from json_each(:words)
          where instr(lower(title || ' ' || tags || ' ' || text.summary || ' ' || body), value) = 0)`)

  function found(parts: Part[], { lang, isListed = false, among }: SearchFor): FoundDocument[] {
    const words = parts.map(({ kind, text }) => (kind === 'word' ? stemOf(text) : text))
    const rows = containing.all({
      lang,
      listed: Number(isListed),
      words: JSON.stringify(words),
      among: among ? JSON.stringify(among) : null,
    })
    return rows.map((row) => {
      const inTitle = words.every((word) => String(row['title']).includes(word))
      return {
        id: Number(row['id']),
        file: Number(row['file']),
        // The statement's own expression.
        section: row['section'] as SearchKind,
        rank: (inTitle ? 10 : 1) * Number(row['weight']),
        published: Number(row['published']),
      }
    })
  }

  return {
    files: (parts: Part[], search: SearchFor): number[] =>
      inSection(found(parts, search), search).map(({ file }) => file),

    page(parts: Part[], search: SearchFor): Matches {
      const all = found(parts, search)
      const counts: Matches['counts'] = {}
      for (const { section } of all) counts[section] = (counts[section] ?? 0) + 1
      const shown = inSection(all, search)
      const isByDate = search.order === 'date'
      shown.sort((a, b) => (isByDate ? 0 : b.rank - a.rank) || b.published - a.published || a.id - b.id)
      const { start, count, perKind } = search
      const isInGroups = perKind && Object.keys(counts).length > 1
      const page = isInGroups ? firstOfEach(shown, perKind) : shown.slice(start, start + count)
      return { counts, documents: page.map(({ id }) => id) }
    },
  }
}

function inSection(found: FoundDocument[], { section }: SearchFor): FoundDocument[] {
  return found.filter((one) => section === undefined || one.section === section)
}
