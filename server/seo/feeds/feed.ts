// A feed in RSS 2.0: the newest articles with their full text.
import { setImmediate } from 'node:timers/promises'
import { generateRssFeed } from 'feedsmith'
import sanitizeHtml, { type Attributes } from 'sanitize-html'
import type { Api } from '../../../shared/api/api.ts'
import { pageSize } from '../../../shared/constants.ts'
import type { Article, ArticleSummary } from '../../../shared/content/content.ts'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { found } from '../../../shared/errors.ts'
import { escapeHtml, xmlCharacters } from '../../../shared/escape-html.ts'
import { feedTitle, feedType } from '../../../shared/feeds.ts'
import { titleOfSite } from '../../../shared/head.ts'
import { articleHref, href } from '../../../shared/href.ts'
import { datesOf } from '../../../shared/item-dates.ts'
import type { PageLanguage } from '../../../shared/languages.ts'
import { languageTag } from '../../../shared/locale.ts'
import { parseUrl } from '../../../shared/parse-url.ts'
import { openingOf, withoutJoiners } from '../../../shared/plain-text.ts'
import type { Section } from '../../../shared/sections.ts'
import type { AppContext } from '../../app-context.ts'
import { largeCharacters } from '../../content/rich-text/limits.ts'
import { richTextTags } from '../../content/rich-text/rich-text.ts'
import { optionalConfig } from '../send-discovery.ts'

const mostItems = 20
/** Of a list. */
const mostPages = 20

/**
 * `section`: undefined for all; `path`: of the feed itself. Rejects with ApiError when anything but the configuration or a
 * removed article cannot be read.
 */
export async function loadFeed(
  { config: { siteUrl }, siteSettings, time }: AppContext,
  api: Api,
  { language, section, path }: { language: PageLanguage; section: Section | undefined; path: string },
): Promise<string> {
  const { locale } = language
  const config = await optionalConfig(api, time.partTimeoutMs)
  const articles = await newest(api, section ? [section.slug] : siteSettings.sections().slugs)
  const siteTitle = titleOfSite(config, locale) || siteUrl
  const base = config?.[locale] ?? config?.zh
  const items: ReturnType<typeof itemOf>[] = []
  let updated = 0
  // Sequentially, to limit the load of the upstream.
  for (const { id } of articles) {
    // Calls of local content do not end the turn of the event loop.
    await setImmediate()
    const article = await found(api.articleDetail({ id }))
    if (!article) continue
    items.push(itemOf(article, siteUrl + articleHref(article, language), siteUrl))
    updated = Math.max(updated, Date.parse(datesOf(article).modified ?? '') || 0)
  }
  const xml = generateRssFeed({
    title: section ? feedTitle(section.title[locale], siteTitle) : siteTitle,
    description: base?.description || base?.slogan || siteTitle,
    language: languageTag(locale).toLowerCase(),
    link:
      siteUrl +
      (section ? href('section-list', { section: section.slug }, language) : href('home', {}, language)),
    lastBuildDate: new Date(updated),
    atom: { links: [{ href: siteUrl + path, rel: 'self', type: feedType }] },
    items,
  })
  return xmlCharacters(xml)
}

/** The newest articles with a date. Lists begin with what has an `order`, so that the newest may be on any page. */
async function newest(api: Api, slugs: readonly string[]): Promise<ArticleSummary[]> {
  const articles = new Map<number, ArticleSummary>()
  for (const category of slugs) {
    for (let page = 1, seen = 0; page <= mostPages; page++) {
      const { list, total } = await api.articleList({ category }, { page, page_size: pageSize.max })
      for (const article of list) articles.set(article.id, article)
      seen += list.length
      if (list.length === 0 || seen >= total) break
    }
  }
  return [...articles.values()]
    .filter((article) => publishedAt(article) > 0)
    .sort((a, b) => publishedAt(b) - publishedAt(a) || b.id - a.id)
    .slice(0, mostItems)
}

/** A feed is no place for a book, and its twenty items are made on the main thread. */
function textOfItem(body: SafeHtml, url: string): string {
  return body.length > largeCharacters ? `<p>${escapeHtml(openingOf(body))}</p>` : absoluteHtml(body, url)
}

function publishedAt(article: ArticleSummary): number {
  const { modified, published = modified } = datesOf(article)
  return Date.parse(published ?? '') || 0
}

/** The full text is in content:encoded, and `description` is HTML too; dc:creator, because RSS's `author` is an e-mail address. */
function itemOf(article: Article, url: string, siteUrl: string) {
  const image = absoluteUrl(article.cover, siteUrl)
  const alt = escapeHtml(article.cover_alt ?? '')
  const picture = image ? `<p><img src="${escapeHtml(image)}" alt="${alt}"></p>` : ''
  return {
    title: article.title,
    link: url,
    guid: { value: url },
    pubDate: new Date(publishedAt(article)),
    ...(article.summary && { description: escapeHtml(withoutJoiners(article.summary)) }),
    content: { encoded: picture + textOfItem(article.body, url) },
    dc: { creators: article.author ? [article.author] : [] },
    categories: article.tags.map((name) => ({ name })),
  }
}

/** Attributes with a meaning only within a page of this site. */
const pageAttributes = new Set(['tabindex', 'loading', 'decoding'])

/** `html` is sanitised already. `base` is the page's own URL. */
function absoluteHtml(html: SafeHtml, base: string): string {
  const whole = (attribs: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attribs).flatMap(([name, value]) => {
        const shown = name === 'href' || name === 'src' ? absoluteUrl(value, base) : value
        return shown === undefined || pageAttributes.has(name) ? [] : [[name, shown]]
      }),
    )
  return sanitizeHtml(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: whole(attribs) }) },
  })
}

function absoluteUrl(url: string | undefined, base: string): string | undefined {
  return url ? parseUrl(url, base)?.href : undefined
}
