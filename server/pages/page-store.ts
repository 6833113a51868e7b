// Page store: pages, payloads, islands and feeds in the shared cache, rendered once for all visitors of a URL.
//
// The cache is entered twice for one page: here, and by the calls of an upstream that the page is rendered from, which have keys
// of their own. A page never depends on a page, so that there is no deadlock.
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { pageError, shownError } from '../../shared/errors.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { etagOf } from '../base/conditional.ts'
import type { Fields } from '../base/fields.ts'
import type { Cache } from '../cache/cache.ts'
import type { RenderRequest, RenderResult } from '../cache/cache-request.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import { sendBody, sendCompressed } from '../http/compression.ts'
import { negotiatedFields } from '../http/language.ts'
import type { Rendered } from '../render/render.tsx'
import { type Lifetime, missingLifetime, sharedCacheControl } from '../upstream/call-policy.ts'
import { mediaTag } from '../upstream/content-tags.ts'
import { type Apis, type ApisWith, Dependencies, fromStaleSeconds } from './page-calls.ts'
import type { RenderLimit } from './render-limit.ts'
import { createTee } from './tee.ts'

/** What a page is rendered from. */
export type PageSource = {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  apis: Apis
  /** For the lookup of the other language of an item, which does not affect the page's lifetime; default: `apis`. */
  untracked?: Apis
  /** Called for every missing part: the page is not stored as complete. */
  onMissingPart?: () => void
  /** Called with the path of each picture that the page shows. */
  onPicture?: (path: string) => void
}

export type StoredPage = {
  format: 'document' | 'payload' | 'island' | 'feed'
  /** Its kind, address and language. */
  key: string
  path: string
  locale: Locale
  /** `fields`: beside those that the page store adds. */
  render: (source: PageSource) => Promise<{ body: Rendered['body']; fields: Fields }>
  /** Default: that of its calls. */
  lifetime?: Lifetime
}

type Stream = { fields: Fields; subscribe: () => Readable }

export type PageStore = ReturnType<typeof createPageStore>

const conditions = ['if-none-match', 'if-modified-since']
const uncachedFields = { 'cache-control': 'private, no-store' }

export function createPageStore(
  context: AppContext,
  cache: Cache,
  apisWith: ApisWith,
  renderLimit: RenderLimit,
) {
  const { build, siteSettings, telemetry } = context
  const { log } = telemetry
  /** Of pages that are being rendered, by their key. */
  const streams = new Map<string, PromiseWithResolvers<Stream>>()

  /** `until`: the whole page. */
  const streamOf = (key: string, until: Promise<unknown>) => {
    const stream = streams.get(key) ?? Promise.withResolvers<Stream>()
    streams.set(key, stream)
    const end = () => {
      if (streams.get(key) === stream) streams.delete(key)
    }
    until.then(end, end)
    return stream
  }

  /** Resolves with the complete page. Rendering does not wait for a visitor who reads slowly. */
  const renderWhole = async (
    page: StoredPage,
    source: PageSource,
    onStream: (stream: Stream, done: Promise<Buffer>) => void,
  ) => {
    const { body, fields } = await page.render(source)
    if (Buffer.isBuffer(body)) return { body, fields }
    const tee = createTee(body)
    onStream({ fields, subscribe: tee.subscribe }, tee.done)
    return { body: await tee.done, fields }
  }

  const renderStored = async (
    page: StoredPage,
    key: string,
    passedOn: Record<string, string>,
    prefersFresh: boolean,
  ): Promise<RenderResult> => {
    const { format, path, locale } = page
    const dependencies = new Dependencies()
    let isComplete = true
    const source = {
      log,
      apis: apisWith({ onUse: (use) => dependencies.add(use), passedOn, prefersFresh }),
      untracked: apisWith({ onUse: (use) => dependencies.addTags(use), passedOn }),
      onMissingPart() {
        isComplete = false
      },
      onPicture: (picture: string) => void dependencies.tags.add(mediaTag(picture)),
    }
    const tagsNow = () => [`path:${path}`, ...dependencies.tags]
    const onStream = (stream: Stream, done: Promise<Buffer>) => streamOf(key, done).resolve(stream)
    const render = () => renderWhole(page, source, onStream)
    try {
      const { body, fields } = await (format === 'feed' ? render() : renderLimit.run(format, render))
      const { isStale } = dependencies
      const tags = tagsNow()
      const lifetime = isComplete ? lifetimeOf(page, dependencies) : undefined
      const added = {
        'content-language': languageTag(locale),
        etag: etagOf(body),
        ...(lifetime ? sharedFields(lifetime, tags) : uncachedFields),
      }
      return { status: 200, fields: { ...added, ...fields }, body, tags, lifetime, isComplete, isStale }
    } catch (error) {
      if (isMissing(error)) return missing(tagsNow())
      throw error
    }
  }

  const requestOf = (page: StoredPage, passedOn = {}): RenderRequest => {
    // A page of another build, or for other settings of the site, is not used.
    const key = `${page.key} ${build.id} ${siteSettings.revision()}`
    return {
      kind: 'page',
      key,
      tags: [`path:${page.path}`],
      render: (isRefresh) => renderStored(page, key, passedOn, isRefresh),
    }
  }

  const sendStored = (request: FastifyRequest, reply: FastifyReply, stored: CacheResponse) => {
    // The error page depends on Accept.
    if (stored.status === 404) throw pageError(404, `Page not found: ${request.url}`)
    const encoded = cache.encode(stored, request.headers['accept-encoding'])
    const fields = request.site.isNegotiated ? negotiatedFields(encoded.headers) : encoded.headers
    reply.status(stored.status).headers(fields)
    reply.header('server-timing', `cache;desc=${stored.isHit ? 'hit' : 'miss'}`)
    return sendBody(reply, encoded)
  }

  const sendRendered = (reply: FastifyReply, fields: Fields, body: Rendered['body'] | Readable) =>
    sendCompressed(
      reply.headers(fields),
      Buffer.isBuffer(body) ? body : Readable.from(body, { objectMode: false }),
    )

  /** Of a page that is not stored. */
  const sourceOf = ({ log, site }: FastifyRequest): PageSource => ({
    log,
    apis: apisWith({ passedOn: site.passedOn }),
  })

  const sendUncached = async (request: FastifyRequest, reply: FastifyReply, page: StoredPage) => {
    const stream = Promise.withResolvers<Stream>()
    const render = () => renderWhole(page, sourceOf(request), stream.resolve)
    const whole = renderLimit.run('uncached', render, reply.raw)
    const first = await Promise.race([whole, stream.promise])
    whole.catch(() => {})
    const body = 'body' in first ? first.body : first.subscribe()
    return sendRendered(reply, { ...first.fields, ...uncachedFields }, body)
  }

  return {
    sourceOf,
    sendRendered,
    /** A page for one visitor. */
    sendUncached,
    /** The stored page, else the bytes as they are rendered, which are stored when the page is complete. */
    async send(request: FastifyRequest, reply: FastifyReply, page: StoredPage): Promise<FastifyReply> {
      const lookup = requestOf(page, request.site.passedOn)
      const { method, url, headers } = request
      // Nothing else of a visitor's request affects a page.
      const conditional = conditions.flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      // A bot gets the same bytes when they are complete, with the fields of the stored page.
      const isWhole = page.format !== 'document' || request.site.isBot || cache.isWarm(lookup)
      const whole = cache.serve(lookup, { method, path: url, headers: Object.fromEntries(conditional) })
      const first = await (isWhole ? whole : Promise.race([whole, streamOf(lookup.key, whole).promise]))
      if (!first) return sendUncached(request, reply, page)
      if (!('subscribe' in first)) return sendStored(request, reply, first)
      // Its failure ends this response.
      whole.catch((err) => request.log.warn({ err, url }, 'page not stored'))
      return sendRendered(reply, { ...first.fields, ...uncachedFields }, first.subscribe())
    },
    /** Fills the cache. */
    warm: (page: StoredPage) => cache.serve(requestOf(page), { method: 'GET', path: page.path, headers: {} }),
  }
}

export function isMissing(error: unknown): boolean {
  return shownError(error, '').statusCode === 404
}

function lifetimeOf({ lifetime }: StoredPage, dependencies: Dependencies): RenderResult['lifetime'] {
  if (!lifetime) return dependencies.lifetime()
  return { ...lifetime, age: dependencies.isStale ? lifetime.fresh - fromStaleSeconds : 0 }
}

function sharedFields(lifetime: Lifetime, tags: string[]): Fields {
  const { fresh, staleWhileRevalidate, staleIfError } = lifetime
  const named = shownTags(tags)
  return {
    'cache-control': sharedCacheControl(lifetime),
    'cdn-cache-control': `max-age=${fresh}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`,
    'cache-tag': named.join(','),
    'surrogate-key': named.join(' '),
  }
}

const mostTagBytes = 1024

/** The tags that a purge may name, as many as fit into a header. */
function shownTags(tags: string[]): string[] {
  const named = tags.filter((tag) => !/^(?:path|use):/.test(tag) && /^[\w:.-]+$/.test(tag)).sort()
  while (named.join(',').length > mostTagBytes) named.pop()
  return named
}

/** Negative cache: the 404 is stored; its body is rendered for each request. */
function missing(tags: string[]): RenderResult {
  const fields = { 'cache-control': sharedCacheControl(missingLifetime) }
  const lifetime = { ...missingLifetime, age: 0 }
  return { status: 404, fields, body: Buffer.alloc(0), tags, lifetime, isComplete: true, isStale: false }
}
