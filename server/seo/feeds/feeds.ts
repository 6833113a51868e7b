// Feed routes: of all sections, and of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../../shared/errors.ts'
import { feedFile, feedPath, feedType } from '../../../shared/feeds.ts'
import type { PageLanguage } from '../../../shared/languages.ts'
import type { SiteFacts } from '../../../shared/site-facts.ts'
import { installLanguageFile } from '../../http/language-files.ts'
import type { SendFile } from '../send-discovery.ts'

type FeedsOptions = {
  siteUrl: string
  facts: () => SiteFacts
  sendFile: SendFile
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Sections change while the server runs: each language has one route for all of them. */
export function installFeeds(app: FastifyInstance, options: FeedsOptions) {
  const { siteUrl, facts, sendFile, partTimeoutMs } = options

  function send(request: FastifyRequest, reply: FastifyReply, language: PageLanguage) {
    // The parameter of the pattern.
    const { section: slug } = request.params as { section?: string }
    const { of, slugs } = facts().sections
    const section = slug === undefined ? undefined : of(slug)
    if (slug !== section?.slug) throw pageError(404, `Page not found: ${request.url}`)
    const { locale, languages } = language
    const path = feedPath({ locale, section: slug }, languages)
    return sendFile(request, reply, {
      path,
      locale,
      fields: { ...forAll, 'content-type': `${feedType}; charset=utf-8` },
      async make(api) {
        // Loaded with the first feed.
        const { loadFeed } = await import('./feed.ts')
        return loadFeed({ api, language, section, slugs, siteUrl, path, partTimeoutMs })
      },
    })
  }
  const languages = () => facts().languages
  for (const folder of ['', '/:section'])
    installLanguageFile(app, { path: `${folder}/${feedFile}`, languages }, send)
}
