// Feed routes: one response for each URL, with stale-while-revalidate and stale-if-error.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { feedAddresses, feedFormats, feedPath } from '../../../shared/feeds.ts'
import type { Messages } from '../../../shared/i18n/translate.ts'
import type { Locale } from '../../../shared/locale.ts'
import { isNotModified } from '../../base/conditional.ts'
import type { Fields } from '../../base/fields.ts'
import { sendCompressed } from '../../http/compression.ts'
import { createLastGood } from '../last-good.ts'
import { etagOf } from '../send-discovery.ts'
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

const freshSeconds = 600
const staleSeconds = 3600
const cacheControl = `public, max-age=0, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`

export function installFeeds(app: FastifyInstance, options: Options) {
  const { siteUrl, apiFor, messages, now, monotonic, partTimeoutMs, version } = options
  for (const address of feedAddresses()) {
    const { locale, section, format } = address
    const path = feedPath(address)
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
        return made(feedWriters[format](await loadFeed(source), siteUrl + path))
      },
      freshMs: freshSeconds * 1000,
      staleMs: staleSeconds * 1000,
      monotonic,
      version,
      onFailure: (err) => app.log.warn({ err, path }, 'feed not renewed'),
    })
    const type = `${feedFormats[format].type}; charset=utf-8`
    app.get(path, async (request, reply) => send(request, reply.type(type), await read()))
  }

  function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: ReturnType<typeof made>) {
    // CORS: feed readers may be web pages.
    const forAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
    reply.headers({ 'cache-control': cacheControl, etag, ...forAll })
    if (isNotModified(request.headers as Fields, { etag }, now())) return reply.status(304).send()
    return sendCompressed(reply, body)
  }
}

function made(body: string) {
  return { body, etag: etagOf(createHash('sha256').update(body)) }
}
