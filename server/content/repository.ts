// Content repository: what the calls read from the content index.
import { type Articles, createArticles } from './articles.ts'
import { openIndexToRead } from './content-index.ts'
import { createFindMediaFact } from './media-facts.ts'
import { createPages, type Pages } from './pages.ts'
import { createSearch, type Search } from './search.ts'
import { type SiteFiles, siteFileOf } from './site-files.ts'

export type ContentRepository = {
  articles: Articles
  pages: Pages
  search: Search
  /** `undefined` for a file that is invalid. */
  site: <Name extends keyof SiteFiles>(name: Name) => SiteFiles[Name] | undefined
  close: () => void
}

export function openContentRepository(indexFile: string): ContentRepository {
  const database = openIndexToRead(indexFile)
  const media = createFindMediaFact(database)
  const siteFile = database.prepare('select content from file where path = ? and content is not null')
  return {
    articles: createArticles(database, media),
    pages: createPages(database, media),
    search: createSearch(database),
    site(name) {
      const row = siteFile.get(siteFileOf(name))
      // As the readers of the site files have parsed it.
      return row && (JSON.parse(String(row['content'])) as SiteFiles[typeof name])
    },
    close: () => database.close(),
  }
}
