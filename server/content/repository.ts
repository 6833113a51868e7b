// Content repository: indexes of one read of the content folder, for the calls. A change replaces it as a whole.
import type { Locale } from '../../shared/locale.ts'
import { type ArticleIndex, categoryOf, createArticleIndex, isListed } from './article-index.ts'
import type { ContentFolder } from './content-folder.ts'
import type { SentDownload, SentManual } from './page-index.ts'
import { type AboutIndex, createAboutIndex, createDownloadIndex, createManualIndex } from './page-index.ts'
import { createSearch, type Search } from './search.ts'
import type { SiteFiles } from './site-files.ts'

export type LocaleContent = {
  articles: ArticleIndex
  abouts: AboutIndex
  downloads: Map<number, SentDownload>
  manuals: Map<number, SentManual>
}
export type ContentRepository = Record<Locale, LocaleContent> & { site: SiteFiles; search: Search }

export function createContentRepository(folder: ContentFolder): ContentRepository {
  return {
    zh: createLocaleContent(folder, 'zh'),
    en: createLocaleContent(folder, 'en'),
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

function createLocaleContent(
  { articles, abouts, downloads, manuals, media }: ContentFolder,
  lang: Locale,
): LocaleContent {
  const inLang = <E extends { lang: Locale }>(entries: E[]) => entries.filter((entry) => entry.lang === lang)
  return {
    articles: createArticleIndex(inLang(articles), media),
    abouts: createAboutIndex(inLang(abouts)),
    downloads: createDownloadIndex(inLang(downloads), media),
    manuals: createManualIndex(inLang(manuals), media),
  }
}
