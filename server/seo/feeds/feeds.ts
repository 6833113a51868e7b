// Feed routes: of all sections, and of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../../shared/errors.ts'
import { feedFile, feedPath, feedType } from '../../../shared/feeds.ts'
import type { PageLanguage } from '../../../shared/languages.ts'
import type { AppContext } from '../../app-context.ts'
import { installLanguageFile } from '../../http/language-files.ts'
import type { SendFile } from '../send-discovery.ts'

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Sections change while the server runs: each language has one route for all of them. */
export function installFeeds(app: FastifyInstance, context: AppContext, sendFile: SendFile) {
  const { siteUrl } = context.config
  const { languages, sections } = context.facts
  const { partTimeoutMs } = context.time

  function send(request: FastifyRequest, reply: FastifyReply, language: PageLanguage) {
    // The parameter of the pattern.
    const { section: slug } = request.params as { section?: string }
    const { of, slugs } = sections()
    const section = slug === undefined ? undefined : of(slug)
    if (slug !== section?.slug) throw pageError(404, `Page not found: ${request.url}`)
    const { locale } = language
    const path = feedPath({ locale, section: slug }, language.languages)
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
  for (const folder of ['', '/:section'])
    installLanguageFile(app, { path: `${folder}/${feedFile}`, languages }, send)
}
