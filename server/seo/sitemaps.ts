// Sitemaps: the index, URL sets of each language, and news of the last two days.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { locales } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { titleOfSite } from '../../shared/head.ts'
import { hasLanguage, listOf, type PageLanguage, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import { sendCompressed } from '../http/compression.ts'
import { optionalConfig } from './optional-config.ts'
import { type IndexedPage, type PageIndex, type Part, pagesOf } from './pages/page-index.ts'
import type { StoredPageIndex } from './pages/stored-page-index.ts'
import { discoveryCaching, etagOf, isCurrent, sendDiscovery } from './send-discovery.ts'
import {
  newsElement,
  type SitemapEntry,
  sitemapIndex,
  urlElement,
  urlSetEnd,
  urlSetStart,
} from './sitemap-xml.ts'

type SitemapsOptions = {
  siteUrl: string
  facts: () => SiteFacts
  pageIndex: StoredPageIndex
  apiFor: (locale: Locale) => Api
  now: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

const newsAgeMs = 2 * 24 * 60 * 60 * 1000
/** Google's documentation of news sitemaps. */
const mostNews = 1000
const xml = 'application/xml; charset=utf-8'

export function installSitemaps(
  app: FastifyInstance,
  { siteUrl, facts, pageIndex, apiFor, now, partTimeoutMs }: SitemapsOptions,
) {
  const languages = () => facts().languages
  const newsOf = (index: PageIndex, locale: Locale) => latestNews(index, locale, facts(), now())

  const entriesOf = (index: PageIndex, locale: Locale): SitemapEntry[] => {
    const parts = index.parts(locale).map(({ number, modified }) => ({
      url: siteUrl + partPath(locale, number),
      modified,
    }))
    const [latest] = newsOf(index, locale)
    // An empty URL set is invalid, so that it is listed only if there is news.
    return [...parts, ...(latest ? [{ url: siteUrl + newsPath(locale), modified: latest.modified }] : [])]
  }

  /** Throws PageError for a language that the site does not have. */
  const languageOfRequest = (request: FastifyRequest, locale: Locale): PageLanguage => {
    if (!hasLanguage(languages(), locale)) throw pageError(404, `Page not found: ${request.url}`)
    return { locale, languages: languages() }
  }

  const sendPart = async (request: FastifyRequest, reply: FastifyReply, locale: Locale, number: number) => {
    const language = languageOfRequest(request, locale)
    const part = await pageIndex.read((index, isStale) => {
      reply.headers(discoveryCaching(isStale))
      return index.parts(locale).find((one) => one.number === number)
    })
    if (!part) throw pageError(404, `Page not found: ${request.url}`)
    if (isCurrent(request, reply, part.etag)) return reply.status(304).send()
    return sendCompressed(reply.type(xml), Readable.from(partXml(pageIndex.latest, language, part, siteUrl)))
  }

  app.get('/sitemap.xml', async (request, reply) =>
    pageIndex.read((index, isStale) => {
      const entries = listOf(languages()).flatMap((locale) => entriesOf(index, locale))
      return sendDiscovery(request, reply, { type: xml, body: sitemapIndex(entries), isStale })
    }),
  )
  for (const locale of locales) {
    app.get(partPath(locale, 1), async (request, reply) => sendPart(request, reply, locale, 1))
    app.get<{ Params: { number: string } }>(
      `/${locale}/sitemap-:number(^[1-9]\\d{0,4}$).xml`,
      async (request, reply) => sendPart(request, reply, locale, Number(request.params.number)),
    )
    app.get(newsPath(locale), async (request, reply) => {
      const language = languageOfRequest(request, locale)
      const config = await optionalConfig(apiFor(locale), partTimeoutMs)
      const site = { url: siteUrl, name: titleOfSite(config, locale) || new URL(siteUrl).host }
      return pageIndex.read((index, isStale) => {
        const elements = newsOf(index, locale).map((page) => newsElement(page, language, site))
        const body = urlSetStart + elements.join('') + urlSetEnd
        return sendDiscovery(request, reply, { type: xml, body, isStale })
      })
    })
  }
}

function latestNews(index: PageIndex, locale: Locale, { sections }: SiteFacts, now: number) {
  const slugs = sections.ofKind('news').map(({ slug }) => slug)
  const [from, until] = [new Date(now - newsAgeMs).toISOString(), new Date(now).toISOString()]
  return index.articles(locale, slugs, mostNews, { from, until })
}

function partPath(locale: Locale, number: number): string {
  return number === 1 ? `/${locale}/sitemap.xml` : `/${locale}/sitemap-${number}.xml`
}

function newsPath(locale: Locale): string {
  return `/${locale}/sitemap-news.xml`
}

type Limits = { urls: number; bytes: number }
/** sitemaps.org: 50 000 URLs and 50 MB, uncompressed. */
export const sitemapLimits: Limits = { urls: 50_000, bytes: 52_428_800 }

/** Divides the pages into sitemap files; `step` yields to the event loop. */
export async function divide(
  index: PageIndex,
  { siteUrl, languages }: { siteUrl: string; languages: SiteLanguages },
  limits: Limits,
  step: () => Promise<void>,
) {
  for (const locale of listOf(languages)) {
    let part = openPart(1, '')
    for (const pages of pagesOf(() => index, locale)) {
      for (const page of pages) {
        const element = urlElement(page, { locale, languages }, siteUrl)
        const bytes = Buffer.byteLength(element)
        if (part.urls === limits.urls || part.bytes + bytes > limits.bytes) {
          index.addPart(locale, closePart(part))
          part = openPart(part.number + 1, part.last)
        }
        add(part, page, element, bytes)
      }
      await step()
    }
    index.addPart(locale, closePart(part))
  }
}

/** The XML of a part, in chunks. A new index that replaces the present one meanwhile has the rest of the pages. */
function* partXml(latest: () => PageIndex, language: PageLanguage, part: Part, siteUrl: string) {
  yield urlSetStart
  for (const pages of pagesOf(latest, language.locale, part)) {
    yield pages.map((page) => urlElement(page, language, siteUrl)).join('')
  }
  yield urlSetEnd
}

function openPart(number: number, after: string) {
  const bytes = Buffer.byteLength(urlSetStart + urlSetEnd)
  return { number, urls: 0, bytes, after, last: '', modified: '', hash: createHash('sha256') }
}

function add(part: ReturnType<typeof openPart>, page: IndexedPage, element: string, bytes: number) {
  part.last = page.path
  part.urls++
  part.bytes += bytes
  part.hash.update(element)
  if ((page.modified ?? '') > part.modified) part.modified = page.modified ?? ''
}

function closePart({ number, after, last, modified, hash }: ReturnType<typeof openPart>): Part {
  return { number, after, last, etag: etagOf(hash), modified: modified || undefined }
}
