// One reading of the content folder, arranged for the calls. A change replaces it as a whole.
import type { Download } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import { type ArticleShelf, categoryOf, createArticleShelf, isListed } from './article-index.ts'
import type { ContentFolder } from './content-folder.ts'
import type { SentManual } from './page-index.ts'
import { type AboutShelf, createAboutShelf, createDownloadShelf, createManualShelf } from './page-index.ts'
import { createSearch, type Search } from './search.ts'
import type { SiteFiles } from './site-files.ts'

type Shelves = {
  articles: ArticleShelf
  abouts: AboutShelf
  downloads: Map<number, Download>
  manuals: Map<number, SentManual>
}
export type Library = Record<Locale, Shelves> & { site: SiteFiles; search: Search }

export function createLibrary(folder: ContentFolder): Library {
  return {
    zh: createShelves(folder, 'zh'),
    en: createShelves(folder, 'en'),
    site: folder.site,
    search: createSearch(
      folder.articles.filter(isListed).map((entry) => ({
        id: entry.front.id,
        lang: entry.lang,
        category: categoryOf(entry),
        title: entry.front.title,
        summary: entry.front.summary ?? '',
        body: entry.page.text,
      })),
    ),
  }
}

function createShelves(
  { articles, abouts, downloads, manuals, media }: ContentFolder,
  lang: Locale,
): Shelves {
  const inLang = <E extends { lang: Locale }>(entries: E[]) => entries.filter((entry) => entry.lang === lang)
  return {
    articles: createArticleShelf(inLang(articles), media),
    abouts: createAboutShelf(inLang(abouts)),
    downloads: createDownloadShelf(inLang(downloads), media),
    manuals: createManualShelf(inLang(manuals), media),
  }
}
