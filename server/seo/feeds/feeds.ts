// Feed routes: one response for each URL, with stale-while-revalidate and stale-if-error.
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { feedAddresses, feedFormats, feedPath } from '../../../shared/feeds.ts'
import type { Messages } from '../../../shared/i18n/translate.ts'
import type { Locale } from '../../../shared/locale.ts'
import { createLastGood } from '../last-good.ts'
import {
  discoveryCaching,
  discoveryMaxAgeSeconds,
  discoveryStaleSeconds,
  sendTagged,
  tagged,
} from '../send-discovery.ts'
import { loadFeed } from './feed.ts'
import { feedWriters } from './formats.ts'

type Options = {
  siteUrl: string
  apiFor: (locale: Locale) => Api
  messages: Record<Locale, Messages>
  now: () => number
  monotonic: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
  /** Version of the content. */
  version: () => string
}

/** CORS: feed readers may be web pages. */
const fields = {
  'cache-control': discoveryCaching,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

export function installFeeds(app: FastifyInstance, options: Options) {
  const { siteUrl, apiFor, messages, monotonic, partTimeoutMs, version } = options
  for (const address of feedAddresses()) {
    const { locale, section, format } = address
    const path = feedPath(address)
    const type = `${feedFormats[format].type}; charset=utf-8`
    const read = createLastGood({
      make: async () => {
        const source = {
          api: apiFor(locale),
          locale,
          section,
          siteUrl,
          messages: messages[locale],
          monotonic,
          partTimeoutMs,
        }
        return tagged(type, feedWriters[format](await loadFeed(source), siteUrl + path))
      },
      freshMs: discoveryMaxAgeSeconds * 1000,
      staleMs: discoveryStaleSeconds * 1000,
      monotonic,
      version,
      onFailure: (err) => app.log.warn({ err, path }, 'feed not renewed'),
    })
    app.get(path, async (request, reply) => sendTagged(request, reply.headers(fields), await read()))
  }
}
