// Discovery: files for search engines, feed readers and social networks.
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { pageError } from '../../shared/errors.ts'
import { feedFile, feedPath, feedType } from '../../shared/feeds.ts'
import { shareFolder } from '../../shared/image.ts'
import type { AppContext } from '../app-context.ts'
import type { Cache } from '../cache/cache.ts'
import { installLanguageFile } from '../http/language-files.ts'
import type { Drawings } from '../pictures/drawings.ts'
import { mediaCaching } from '../pictures/picture.ts'
import type { Rendering } from '../render/render.tsx'
import { installBrandFiles } from './brand-files.ts'
import { type SendFile, sendTagged } from './send-discovery.ts'
import { SitemapFiles } from './sitemap-files.ts'
import { installSitemaps } from './sitemaps.ts'
import type { ApiFor } from './walk.ts'

export function installDiscovery(
  app: FastifyInstance,
  context: AppContext,
  rooms: { cache: Cache; drawings: Drawings; rendering: Rendering },
  { apiFor, sendFile }: { apiFor: ApiFor; sendFile: SendFile },
) {
  const { cache, drawings, rendering } = rooms
  const sitemaps = new SitemapFiles(context, cache.purges, apiFor)
  app.addHook('onClose', () => sitemaps.close())
  installSitemaps(app, context, sitemaps, apiFor)
  installFeeds(app, context, sendFile)
  installSharePictures(app, drawings)
  installBrandFiles(app, context, { apiFor, brandLook: rendering.brandLook, drawings })
}

/** Cross-origin: other sites show the picture. A replaced file has the same address. */
const shareFields = { 'cache-control': mediaCaching, 'cross-origin-resource-policy': 'cross-origin' }

/** GET /share/{file below /media/}.jpg: the cover of an item in the size that social networks show. */
function installSharePictures(app: FastifyInstance, { drawCover }: Drawings) {
  app.get(`${shareFolder}*`, async (request, reply) => {
    const file = `/media/${request.site.pathname.slice(shareFolder.length).replace(/\.jpg$/, '')}`
    const body = await drawCover(file).catch((err: unknown) =>
      request.log.warn({ err, file }, 'picture of shared links not made'),
    )
    if (!body) throw pageError(404, `Page not found: ${request.url}`)
    return sendTagged(request, reply.headers(shareFields), { type: 'image/jpeg', body })
  })
}

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Of all sections, and of each. Sections change while the server runs: each language has one route for all of them. */
function installFeeds(app: FastifyInstance, context: AppContext, sendFile: SendFile) {
  const { languages, sections } = context.siteSettings
  for (const folder of ['', '/:section'])
    installLanguageFile(app, `${folder}/${feedFile}`, languages, (request, reply, language) => {
      // The parameter of the pattern.
      const { section: slug } = request.params as { section?: string }
      const section = slug === undefined ? undefined : sections().of(slug)
      if (slug !== section?.slug) throw pageError(404, `Page not found: ${request.url}`)
      const { locale } = language
      const path = feedPath(language, slug)
      const fields = { ...forAll, 'content-type': `${feedType}; charset=utf-8` }
      const render = async (api: Api) => {
        // Loaded with the first feed.
        const { loadFeed } = await import('./feeds/feed.ts')
        return loadFeed(context, api, { language, section, path })
      }
      return sendFile(request, reply, { path, locale, fields, render })
    })
}
