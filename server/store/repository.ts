// Content repositories: what the calls read from the content index, one for each form of texts.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { ItemKind, PublicItem } from '../base/content-source.ts'
import { memoize } from '../base/memoize.ts'
import { type Articles, createArticles } from './articles.ts'
import { createRevision, openIndexToRead } from './content-index.ts'
import { createFilters, type Filters } from './filters.ts'
import { createFindMediaDigest, createFindMediaFact, type FindMediaDigest } from './media.ts'
import { addressKey } from './moves.ts'
import { createPages, type Pages } from './pages.ts'
import { createPublicItems } from './public-items.ts'
import type { Kind, Questions } from './search-answers.ts'
import type { ContentSearch } from './search-thread.ts'
import type { TextForm } from './stored-entries.ts'
import { createStoredSite, type StoredSite } from './stored-site.ts'
import { storedSections, storedSiteSettings } from './stored-site-settings.ts'

type Ask<Name extends Kind> = (question: Questions[Name]['question']) => Promise<Questions[Name]['answer']>

export type ContentRepository = {
  articles: Articles
  filters: Filters
  sections: SiteSections
  /** The sections that have items in their lists, and the kinds of pages that there are. */
  kinds: () => string[]
  pages: Pages
  publicItems: (after: number) => PublicItem[]
  searchSite: Ask<'site'>
  searchList: Ask<'list'>
  /** The languages in which an item exists, by its id or its sign, and those in which it is `noindex`. */
  languages: (
    kind: ItemKind,
    value: number | string,
  ) => { languages: Locale[]; noindex_in: Locale[] | undefined }
  site: StoredSite
  mediaDigest: FindMediaDigest
  /** Where an address without a page leads, `path` without query. In ASCII; may have a query and a fragment. */
  moved: (path: string) => string | undefined
}

export type ContentRepositories = {
  of: (text: TextForm) => ContentRepository
  close: () => void
}

export function openContentRepositories(indexFile: string, search: ContentSearch): ContentRepositories {
  const database = openIndexToRead(indexFile)
  search.open(indexFile)
  const forms = {
    html: createRepository(database, search, 'html'),
    safe: createRepository(database, search, 'safe'),
  }
  return { of: (text) => forms[text], close: () => database.close() }
}

function createRepository(database: DatabaseSync, search: ContentSearch, text: TextForm): ContentRepository {
  const media = createFindMediaFact(database)
  // `lang` comes before id and sign in the indexes.
  const languagesOf = `select entry.lang, content ->> '$.seo.noindex' as noindex from entry join file on file.id = entry.file
    where entry.kind = ? and entry.lang in ('zh', 'en')`
  const byId = database.prepare(`${languagesOf} and entry.id = ?`)
  const bySign = database.prepare(`${languagesOf} and entry.sign = ?`)
  const revision = createRevision(database)
  const siteSettings = storedSiteSettings(database)
  const redirect = database.prepare('select target from redirect where address = ?')
  const sections = memoize(() => storedSections(database), {
    keyOf: () => String(revision()),
    bound: { entries: 1 },
  })
  const kinds = database.prepare(
    `select distinct coalesce(category, kind) as kind from entry where place is not null or category is null`,
  )
  return {
    articles: createArticles(database, media, text),
    filters: createFilters(database),
    get sections() {
      return sections()
    },
    pages: createPages(database, media, text),
    publicItems: createPublicItems(database),
    mediaDigest: createFindMediaDigest(database),
    kinds: () => kinds.all().map(({ kind }) => String(kind)),
    searchSite: (question) => search.answer('site', question),
    searchList: (question) => search.answer('list', question),
    languages(kind, value) {
      const rows = (typeof value === 'number' ? byId : bySign).all(kind, value)
      const those = (found: typeof rows) =>
        locales.filter((locale) => found.some(({ lang }) => lang === locale))
      const hidden = those(rows.filter(({ noindex }) => noindex === 1))
      return { languages: those(rows), noindex_in: hidden.length > 0 ? hidden : undefined }
    },
    moved(path) {
      const key = addressKey(path, siteSettings)
      const target = key === undefined ? undefined : redirect.get(key)?.['target']
      return target === undefined ? undefined : String(target)
    },
    site: createStoredSite(database),
  }
}
