// Feed routes: of all sections, and of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../../shared/errors.ts'
import { type FeedFormat, feedFormats, feedPath, formats } from '../../../shared/feeds.ts'
import type { PageLanguage } from '../../../shared/languages.ts'
import type { SiteFacts } from '../../../shared/site-facts.ts'
import { installLanguageFile } from '../../http/language-files.ts'
import type { MadeFile, SendFile } from '../send-discovery.ts'

type FeedsOptions = {
  siteUrl: string
  facts: () => SiteFacts
  sendFile: SendFile
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Sections change while the server runs: each language and format has one route for all of them. */
export function installFeeds(app: FastifyInstance, options: FeedsOptions) {
  const { siteUrl, facts, sendFile, monotonic, partTimeoutMs } = options

  function fileOf(
    slug: string | undefined,
    format: FeedFormat,
    language: PageLanguage,
  ): MadeFile | undefined {
    const { of, slugs } = facts().sections
    const section = slug === undefined ? undefined : of(slug)
    if (slug !== section?.slug) return undefined
    const { locale, languages } = language
    const path = feedPath({ locale, section: slug, format }, languages)
    const source = { language, section, slugs, siteUrl, monotonic, partTimeoutMs }
    return {
      path,
      locale,
      fields: { ...forAll, 'content-type': `${feedFormats[format].type}; charset=utf-8` },
      async make(api) {
        // Loaded with the first feed.
        const [{ loadFeed }, { feedWriters }] = await Promise.all([
          import('./feed.ts'),
          import('./formats.ts'),
        ])
        return feedWriters[format](await loadFeed({ ...source, api }), siteUrl + path)
      },
    }
  }

  function send(format: FeedFormat, request: FastifyRequest, reply: FastifyReply, language: PageLanguage) {
    // The parameter of the pattern.
    const { section } = request.params as { section?: string }
    const file = fileOf(section, format, language)
    if (!file) throw pageError(404, `Page not found: ${request.raw.url}`)
    return sendFile(request, reply, file)
  }
  const languages = () => facts().languages
  for (const format of formats)
    for (const folder of ['', '/:section'])
      installLanguageFile(app, { path: `${folder}/${feedFormats[format].file}`, languages }, (...given) =>
        send(format, ...given),
      )
}
