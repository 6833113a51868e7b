// The sitemaps: an index, and one url set a language; while the origin fails, the last good copy.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { languageTags, locales } from '../../shared/constants.ts'
import { localizePath } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { sendCompressed } from '../http/compression.ts'
import { listPublicPages, type PublicPage } from './public-pages.ts'
import { type SitemapUrl, sitemapIndex, urlSet } from './sitemap-xml.ts'

type Options = { siteUrl: string; apiFor: (locale: Locale) => Api; now?: () => number }
type Sitemaps = { builtAt: number; xml: Record<Locale, string> }

const maxAgeSeconds = 600
const staleSeconds = 3600

export function installSitemaps(app: FastifyInstance, { siteUrl, apiFor, now = Date.now }: Options) {
  let current: Sitemaps | undefined
  let building: Promise<Sitemaps> | undefined

  const rebuild = (): Promise<Sitemaps> => {
    building ??= build(siteUrl, apiFor, now)
      .then((built) => {
        current = built
        return built
      })
      .finally(() => {
        building = undefined
      })
    return building
  }

  const sitemaps = async (request: FastifyRequest): Promise<Sitemaps> => {
    if (!current) return rebuild()
    if (now() - current.builtAt > maxAgeSeconds * 1000) {
      rebuild().catch((err) => request.log.warn({ err }, 'sitemaps not renewed'))
    }
    return current
  }

  app.get('/sitemap.xml', async (request, reply) =>
    sendXml(request, reply, sitemapIndex(locales.map((locale) => `${siteUrl}/${locale}/sitemap.xml`))),
  )
  for (const locale of locales) {
    app.get(`/${locale}/sitemap.xml`, async (request, reply) =>
      sendXml(request, reply, (await sitemaps(request)).xml[locale]),
    )
  }
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${maxAgeSeconds}`)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`),
  )
}

async function build(siteUrl: string, apiFor: Options['apiFor'], now: () => number): Promise<Sitemaps> {
  const [zh, en] = await Promise.all([listPublicPages(apiFor('zh')), listPublicPages(apiFor('en'))])
  const pages = { zh, en }
  const paths = { zh: pathsOf(zh), en: pathsOf(en) }
  const toUrl = (locale: Locale) => (page: PublicPage) => sitemapUrl(siteUrl, locale, page, paths)
  return {
    builtAt: now(),
    xml: { zh: urlSet(pages.zh.map(toUrl('zh'))), en: urlSet(pages.en.map(toUrl('en'))) },
  }
}

/** Alternates only for languages in which the page exists. */
function sitemapUrl(
  siteUrl: string,
  locale: Locale,
  { path, lastModified }: PublicPage,
  paths: Record<Locale, Set<string>>,
): SitemapUrl {
  const exists = locales.filter((other) => paths[other].has(path))
  const hrefOf = (other: Locale) => siteUrl + localizePath(path, other)
  const alternates = exists.map((other) => ({ hreflang: languageTags[other] as string, href: hrefOf(other) }))
  const fallback = { hreflang: 'x-default', href: hrefOf(exists.includes('zh') ? 'zh' : locale) }
  return { loc: hrefOf(locale), lastModified, alternates: [...alternates, fallback] }
}

function pathsOf(pages: PublicPage[]): Set<string> {
  return new Set(pages.map(({ path }) => path))
}

function sendXml(request: FastifyRequest, reply: FastifyReply, xml: string) {
  const etag = `"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`
  reply
    .header(
      'cache-control',
      `public, max-age=0, s-maxage=${maxAgeSeconds}, stale-while-revalidate=${staleSeconds}`,
    )
    .header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return sendCompressed(reply.type('application/xml; charset=utf-8'), xml)
}
