// Content repository: what the calls read from the content index.
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import { type Articles, createArticles } from './articles.ts'
import { openIndexToRead } from './content-index.ts'
import { createFindMediaFact } from './media-facts.ts'
import { createPages, type Pages } from './pages.ts'
import { createSearch, type Search } from './search.ts'
import { emptySiteFile, type SiteFiles, siteFileOf } from './site-files.ts'
import type { ItemKind } from './stored-entries.ts'

export type ContentRepository = {
  articles: Articles
  pages: Pages
  search: Search
  /** The languages in which an item exists, by its id or its sign. */
  languages: (kind: ItemKind, value: number | string) => Locale[]
  /** Empty for a file that is missing; `undefined` for one that is left out. */
  site: <Name extends keyof SiteFiles>(name: Name) => SiteFiles[Name] | undefined
  close: () => void
}

// With `lang`, which comes before id and sign in the indexes.
const languagesOf = `select lang from entry where kind = ? and lang in ('zh', 'en')`

export function openContentRepository(indexFile: string): ContentRepository {
  const database = openIndexToRead(indexFile)
  const media = createFindMediaFact(database)
  const byId = database.prepare(`${languagesOf} and id = ?`)
  const bySign = database.prepare(`${languagesOf} and sign = ?`)
  const siteFile = database.prepare('select content from file where path = ?')
  return {
    articles: createArticles(database, media),
    pages: createPages(database, media),
    search: createSearch(database),
    languages(kind, value) {
      const rows = (typeof value === 'number' ? byId : bySign).all(kind, value)
      return locales.filter((locale) => rows.some(({ lang }) => lang === locale))
    },
    site(name) {
      const row = siteFile.get(siteFileOf(name))
      if (!row) return emptySiteFile(name)
      // As the readers of the site files have parsed it.
      return row['content'] === null
        ? undefined
        : (JSON.parse(String(row['content'])) as SiteFiles[typeof name])
    },
    close: () => database.close(),
  }
}
