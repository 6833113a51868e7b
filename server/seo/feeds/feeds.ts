// Feed routes.
import type { FastifyInstance } from 'fastify'
import { feedAddresses, feedFormats, feedPath } from '../../../shared/feeds.ts'
import type { Messages } from '../../../shared/i18n/translate.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { MadeFile, SendFile } from '../send-discovery.ts'
import { loadFeed } from './feed.ts'
import { feedWriters } from './formats.ts'

type Options = {
  siteUrl: string
  sendFile: SendFile
  messages: Record<Locale, Messages>
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
}

/** CORS: feed readers may be web pages. */
const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export function installFeeds(app: FastifyInstance, options: Options) {
  const { siteUrl, sendFile, messages, monotonic, partTimeoutMs } = options
  for (const address of feedAddresses()) {
    const { locale, section, format } = address
    const path = feedPath(address)
    const source = { locale, section, siteUrl, messages: messages[locale], monotonic, partTimeoutMs }
    const file: MadeFile = {
      path,
      locale,
      fields: { ...forAll, 'content-type': `${feedFormats[format].type}; charset=utf-8` },
      make: async (api) => feedWriters[format](await loadFeed({ ...source, api }), siteUrl + path),
    }
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      // The stored response has the content-length for HEAD.
      exposeHeadRoute: false,
      handler: (request, reply) => sendFile(request, reply, file),
    })
  }
}
