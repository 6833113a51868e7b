// Feed routes: of all sections, and of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { locales } from '../../../shared/constants.ts'
import { pageError } from '../../../shared/errors.ts'
import { type FeedAddress, feedFormats, feedPath, formats, wholeFeeds } from '../../../shared/feeds.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import type { MadeFile, SendFile } from '../send-discovery.ts'
import { loadFeed } from './feed.ts'
import { feedWriters } from './formats.ts'

type Options = {
  siteUrl: string
  sendFile: SendFile
  sections: () => SiteSections
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** Sections change while the server runs: each language and format has one route for all of them. */
export function installFeeds(app: FastifyInstance, options: Options) {
  const { siteUrl, sendFile, sections, monotonic, partTimeoutMs } = options

  function fileOf(address: FeedAddress): MadeFile | undefined {
    const { locale, format } = address
    const { of, slugs } = sections()
    const section = address.section === undefined ? undefined : of(address.section)
    if (address.section !== section?.slug) return undefined
    const path = feedPath(address)
    const source = { locale, section, slugs, siteUrl, monotonic, partTimeoutMs }
    return {
      path,
      locale,
      fields: { ...forAll, 'content-type': `${feedFormats[format].type}; charset=utf-8` },
      make: async (api) => feedWriters[format](await loadFeed({ ...source, api }), siteUrl + path),
    }
  }

  const route = (url: string, addressOf: (request: FastifyRequest) => FeedAddress) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      // The stored response has the content-length for HEAD.
      exposeHeadRoute: false,
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        const file = fileOf(addressOf(request))
        if (!file) throw pageError(404, `Page not found: ${request.raw.url}`)
        return sendFile(request, reply, file)
      },
    })

  for (const address of wholeFeeds()) route(feedPath(address), () => address)
  for (const locale of locales)
    for (const format of formats)
      route(feedPath({ locale, section: ':section', format }).replaceAll('%3A', ':'), ({ params }) => {
        // The parameter of the pattern.
        const { section } = params as { section: string }
        return { locale, section, format }
      })
}
