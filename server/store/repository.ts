// Content repositories: what the calls read from the content index, one for visitors and one for previews.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { memoize } from '../base/memoize.ts'
import type { ItemKind } from '../base/origin.ts'
import { type Articles, createArticles } from './articles.ts'
import { openIndexToRead } from './content-index.ts'
import { createRevision } from './facts.ts'
import { createFilters, type Filters } from './filters.ts'
import { createFindMediaFact } from './media-facts.ts'
import { createPages, type Pages } from './pages.ts'
import type { Kind, Questions } from './search-answers.ts'
import type { ContentSearch } from './search-thread.ts'
import { type Edition, editions, type TextForm } from './stored-entries.ts'
import { storedSections } from './stored-facts.ts'
import { createFindMoved } from './stored-redirects.ts'
import { createStoredSite, type StoredSite } from './stored-site.ts'

type Ask<Name extends Kind> = (
  question: Omit<Questions[Name]['question'], 'edition'>,
) => Promise<Questions[Name]['answer']>

export type ContentRepository = {
  articles: Articles
  filters: Filters
  sections: SiteSections
  /** The sections that have items in their lists, and the kinds of pages that there are. */
  kinds: () => string[]
  pages: Pages
  searchSite: Ask<'site'>
  searchList: Ask<'list'>
  /** The languages in which an item exists, by its id or its sign. */
  languages: (kind: ItemKind, value: number | string) => Locale[]
  site: StoredSite
  /** Where an address without a page leads, see stored-redirects.ts. */
  moved: (path: string) => string | undefined
}

export type ContentRepositories = {
  of: (edition: Edition, text: TextForm) => ContentRepository
  close: () => void
}

export function openContentRepositories(indexFile: string, search: ContentSearch): ContentRepositories {
  const database = openIndexToRead(indexFile)
  search.open(indexFile)
  const inForms = (edition: Edition) => ({
    html: createRepository(database, search, edition, 'html'),
    safe: createRepository(database, search, edition, 'safe'),
  })
  const visible = inForms('public')
  const all = inForms('preview')
  const hasOthers = database.prepare('select exists (select 1 from preview_entry) as found')
  return {
    of: (edition, text) => (edition === 'preview' && hasOthers.get()?.['found'] === 1 ? all : visible)[text],
    close: () => database.close(),
  }
}

function createRepository(
  database: DatabaseSync,
  search: ContentSearch,
  edition: Edition,
  text: TextForm,
): ContentRepository {
  const tables = { ...editions[edition], text }
  const media = createFindMediaFact(database)
  // `lang` comes before id and sign in the indexes.
  const languagesOf = `select lang from ${tables.entry} where kind = ? and lang in ('zh', 'en')`
  const byId = database.prepare(`${languagesOf} and id = ?`)
  const bySign = database.prepare(`${languagesOf} and sign = ?`)
  const revision = createRevision(database)
  const sections = memoize(() => storedSections(database), {
    keyOf: () => String(revision()),
    bound: { entries: 1 },
  })
  const kinds = database.prepare(
    `select distinct coalesce(category, kind) as kind from ${tables.entry} where place is not null or category is null`,
  )
  return {
    articles: createArticles(database, media, tables),
    filters: createFilters(database, tables),
    get sections() {
      return sections()
    },
    pages: createPages(database, media, tables),
    kinds: () => kinds.all().map(({ kind }) => String(kind)),
    searchSite: (question) => search.answer('site', { ...question, edition }),
    searchList: (question) => search.answer('list', { ...question, edition }),
    languages(kind, value) {
      const rows = (typeof value === 'number' ? byId : bySign).all(kind, value)
      return locales.filter((locale) => rows.some(({ lang }) => lang === locale))
    },
    moved: createFindMoved(database),
    site: createStoredSite(database),
  }
}
