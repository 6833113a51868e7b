// Feed routes: of all sections, and of each.
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { pageError } from '../../../shared/errors.ts'
import { feedFile, feedPath, feedType } from '../../../shared/feeds.ts'
import type { AppContext } from '../../app-context.ts'
import { installLanguageFile } from '../../http/language-files.ts'
import type { SendFile } from '../send-discovery.ts'

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Sections change while the server runs: each language has one route for all of them. */
export function installFeeds(app: FastifyInstance, context: AppContext, sendFile: SendFile) {
  const { languages, sections } = context.siteSettings
  for (const folder of ['', '/:section'])
    installLanguageFile(app, { path: `${folder}/${feedFile}`, languages }, (request, reply, language) => {
      // The parameter of the pattern.
      const { section: slug } = request.params as { section?: string }
      const section = slug === undefined ? undefined : sections().of(slug)
      if (slug !== section?.slug) throw pageError(404, `Page not found: ${request.url}`)
      const { locale } = language
      const path = feedPath({ locale, section: slug }, language.languages)
      const fields = { ...forAll, 'content-type': `${feedType}; charset=utf-8` }
      const render = async (api: Api) => {
        // Loaded with the first feed.
        const { loadFeed } = await import('./feed.ts')
        return loadFeed(context, api, { language, section, path })
      }
      return sendFile(request, reply, { path, locale, fields, render })
    })
}
