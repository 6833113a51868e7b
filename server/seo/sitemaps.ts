// Sitemaps: the index, URL sets of each language, and news of the last two days; robots.txt names the index.
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { locales } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { titleOfSite } from '../../shared/head.ts'
import { hasLanguage, hasTwo, localesOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { sendCompressed } from '../http/compression.ts'
import type { FoundPage } from './found-pages.ts'
import { discoveryCaching, isCurrent, optionalConfig, sendDiscovery } from './send-discovery.ts'
import type { SitemapFiles } from './sitemap-files.ts'
import { newsElement, sitemapIndex, urlSetEnd, urlSetStart } from './sitemap-xml.ts'
import type { ApiFor } from './walk.ts'

const newsAgeMs = 2 * 24 * 60 * 60 * 1000
const xml = 'application/xml; charset=utf-8'

export function installSitemaps(
  app: FastifyInstance,
  { config: { siteUrl, robots: isIndexable }, siteSettings: { languages }, time }: AppContext,
  sitemaps: SitemapFiles,
  apiFor: ApiFor,
) {
  const recent = (news: FoundPage[]) => {
    const [from, until] = [time.now() - newsAgeMs, time.now()].map((ms) => new Date(ms).toISOString())
    return news.filter(({ published = '' }) => published >= from! && published <= until!)
  }
  /** Throws PageError for a language that the site does not have. */
  const read = async (request: FastifyRequest, locale: Locale) => {
    if (!hasLanguage(languages(), locale)) throw pageError(404, `Page not found: ${request.url}`)
    const { isStale, ...made } = await sitemaps.read()
    return { ...made[locale], isStale }
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const { isStale, ...made } = await sitemaps.read()
    const entries = localesOf(languages()).flatMap((locale) => {
      const { files, news } = made[locale]
      const [latest] = recent(news)
      return [
        ...files.map(({ modified }, at) => ({ url: siteUrl + sitemapPath(locale, at + 1), modified })),
        // An empty URL set is invalid, so that it is listed only if there is news.
        ...(latest ? [{ url: siteUrl + sitemapPath(locale, 'news'), modified: latest.modified }] : []),
      ]
    })
    return sendDiscovery(request, reply, { type: xml, body: sitemapIndex(entries), isStale })
  })
  for (const locale of locales) {
    for (const url of [sitemapPath(locale, 1), `/${locale}/sitemap-:number(^[1-9]\\d{0,4}$).xml`])
      app.get<{ Params: { number?: string } }>(url, async (request, reply) => {
        const { files, isStale } = await read(request, locale)
        const file = files[Number(request.params.number ?? 1) - 1]
        if (!file) throw pageError(404, `Page not found: ${request.url}`)
        reply.headers(discoveryCaching(isStale))
        if (isCurrent(request, reply, file.etag)) return reply.status(304).send()
        const body = pipeline(Readable.from([file.xml]), createGunzip(), () => {})
        return sendCompressed(reply.type(xml), body)
      })
    app.get(sitemapPath(locale, 'news'), async (request, reply) => {
      const { news, isStale } = await read(request, locale)
      const config = await optionalConfig(apiFor(locale), time.partTimeoutMs)
      const site = { url: siteUrl, name: titleOfSite(config, locale) || new URL(siteUrl).host }
      const elements = recent(news).map((page) => newsElement(page, { locale, languages: languages() }, site))
      const body = urlSetStart + elements.join('') + urlSetEnd
      return sendDiscovery(request, reply, { type: xml, body, isStale })
    })
  }
  app.get('/robots.txt', async (request, reply) => {
    // The language switch without JavaScript redirects to pages that are linked anyway.
    const hidden = hasTwo(languages()) ? 'Disallow: /language/\n' : ''
    const body = isIndexable
      ? `User-agent: *\nAllow: /\n${hidden}\nSitemap: ${siteUrl}/sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n'
    return sendDiscovery(request, reply, { type: 'text/plain; charset=utf-8', body })
  })
}

function sitemapPath(locale: Locale, name: number | 'news'): string {
  return name === 1 ? `/${locale}/sitemap.xml` : `/${locale}/sitemap-${name}.xml`
}
