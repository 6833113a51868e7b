// Feed routes.
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { feedAddresses, feedFormats, feedPath } from '../../../shared/feeds.ts'
import type { Messages } from '../../../shared/i18n/translate.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SendFile } from '../send-discovery.ts'
import { loadFeed } from './feed.ts'
import { feedWriters } from './formats.ts'

type Options = {
  siteUrl: string
  sendFile: SendFile
  messages: Record<Locale, Messages>
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
    const file = {
      ...{ path, locale, type: `${feedFormats[format].type}; charset=utf-8` },
      make: async (api: Api) => feedWriters[format](await loadFeed({ ...source, api }), siteUrl + path),
    }
    app.get(path, async (request, reply) => sendFile(request, reply.headers(forAll), file))
  }
}
