// Sitemaps: the index, URL sets of each language, and news of the last two days; robots.txt names the index.
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { locales } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { titleOfSite } from '../../shared/head.ts'
import { hasLanguage, hasTwo, listOf, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { sendCompressed } from '../http/compression.ts'
import type { FoundPage } from './found-pages.ts'
import { optionalConfig } from './optional-config.ts'
import { discoveryCaching, isCurrent, sendDiscovery } from './send-discovery.ts'
import type { SitemapFiles } from './sitemap-files.ts'
import { newsElement, type SitemapEntry, sitemapIndex, urlSetEnd, urlSetStart } from './sitemap-xml.ts'

type SitemapsOptions = {
  siteUrl: string
  isIndexable: boolean
  languages: () => SiteLanguages
  files: Pick<SitemapFiles, 'read'>
  apiFor: (locale: Locale) => Api
  now: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

const newsAgeMs = 2 * 24 * 60 * 60 * 1000
const xml = 'application/xml; charset=utf-8'

export function installSitemaps(app: FastifyInstance, options: SitemapsOptions) {
  const { siteUrl, isIndexable, languages, files, apiFor, now, partTimeoutMs } = options

  const recent = (news: FoundPage[]) => {
    const [from, until] = [new Date(now() - newsAgeMs).toISOString(), new Date(now()).toISOString()]
    return news.filter(({ published = '' }) => published >= from && published <= until)
  }
  /** Throws PageError for a language that the site does not have. */
  const read = async (request: FastifyRequest, locale: Locale) => {
    if (!hasLanguage(languages(), locale)) throw pageError(404, `Page not found: ${request.url}`)
    const { isStale, ...made } = await files.read()
    return { ...made[locale], isStale }
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const { isStale, ...made } = await files.read()
    const entries = listOf(languages()).flatMap((locale): SitemapEntry[] => {
      const { files, news } = made[locale]
      const [latest] = recent(news)
      return [
        ...files.map(({ modified }, at) => ({ url: siteUrl + pathOf(locale, at + 1), modified })),
        // An empty URL set is invalid, so that it is listed only if there is news.
        ...(latest ? [{ url: siteUrl + newsPath(locale), modified: latest.modified }] : []),
      ]
    })
    return sendDiscovery(request, reply, { type: xml, body: sitemapIndex(entries), isStale })
  })
  for (const locale of locales) {
    const send = async (request: FastifyRequest, reply: FastifyReply, number: number) => {
      const { files, isStale } = await read(request, locale)
      const file = files[number - 1]
      if (!file) throw pageError(404, `Page not found: ${request.url}`)
      reply.headers(discoveryCaching(isStale))
      if (isCurrent(request, reply, file.etag)) return reply.status(304).send()
      return sendCompressed(
        reply.type(xml),
        pipeline(Readable.from([file.xml]), createGunzip(), () => {}),
      )
    }
    app.get(pathOf(locale, 1), async (request, reply) => send(request, reply, 1))
    app.get<{ Params: { number: string } }>(
      `/${locale}/sitemap-:number(^[1-9]\\d{0,4}$).xml`,
      async (request, reply) => send(request, reply, Number(request.params.number)),
    )
    app.get(newsPath(locale), async (request, reply) => {
      const { news, isStale } = await read(request, locale)
      const config = await optionalConfig(apiFor(locale), partTimeoutMs)
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

function pathOf(locale: Locale, number: number): string {
  return number === 1 ? `/${locale}/sitemap.xml` : `/${locale}/sitemap-${number}.xml`
}

function newsPath(locale: Locale): string {
  return `/${locale}/sitemap-news.xml`
}
