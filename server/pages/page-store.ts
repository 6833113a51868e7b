// Page store: pages, payloads, islands and feeds in the shared cache, rendered once for all visitors of a URL.
//
// The cache is entered twice for one page: here, and by the calls of an upstream that the page is rendered from, which have keys
// of their own. A page never depends on a page, so that there is no deadlock.
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
import { type Apis, type ApisWith, Dependencies, fromStaleSeconds } from './page-calls.ts'
import { createRenderLimit } from './render-limit.ts'

/** What a page is rendered from, and what it then depends on. */
export type PageSource = {
  apis: Apis
  /** For the lookup of the other language of an item, which does not affect the page's lifetime. */
  untracked: Apis
  dependencies: Dependencies
}

export type RenderedPage = { body: Rendered['body']; fields: Fields }

export type StoredPage = {
  format: 'document' | 'payload' | 'island' | 'feed'
  /** What names it in its format and language. */
  address: string
  path: string
  locale: Locale
  /** `fields`: beside those that the page store adds. */
  render: (source: PageSource) => Promise<RenderedPage>
  /** Default: that of its calls. */
  lifetime?: Lifetime
  /** For one visitor: it is not stored. */
  isPersonal?: boolean
}

/** A page for one more reader, from its beginning. */
type Stream = () => RenderedPage

export type PageStore = ReturnType<typeof createPageStore>

const uncachedFields = { 'cache-control': 'private, no-store' }

export function createPageStore(context: AppContext, cache: Cache, apisWith: ApisWith) {
  const { build, siteSettings } = context
  const renderInSlot = createRenderLimit(context)
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

  const sourceOf = (passedOn: Record<string, string>, prefersFresh = false): PageSource => {
    const dependencies = new Dependencies()
    return {
      apis: apisWith({ passedOn, prefersFresh, onUse: (use) => dependencies.add(use) }),
      untracked: apisWith({ passedOn, onUse: (use) => dependencies.addTags(use) }),
      dependencies,
    }
  }

  /** Resolves with the complete page. Rendering does not wait for a visitor who reads slowly. */
  const renderWhole = async (page: StoredPage, source: PageSource, onStream: (stream: Stream) => void) => {
    const { body, fields } = await page.render(source)
    if (Buffer.isBuffer(body)) return { body, fields }
    const { subscribe, done } = tee(body)
    onStream(() => ({ body: subscribe(), fields }))
    return { body: await done, fields }
  }

  const renderStored = async (page: StoredPage, key: string, source: PageSource): Promise<RenderResult> => {
    const { dependencies } = source
    dependencies.tags.add(`path:${page.path}`)
    const onStream = (stream: Stream) => streamOf(key, rendered).resolve(stream)
    const rendered = renderInSlot(page.format, () => renderWhole(page, source, onStream))
    try {
      const { body, fields } = await rendered
      const { isComplete, isStale } = dependencies
      const tags = [...dependencies.tags]
      const lifetime = lifetimeOf(page, dependencies)
      const added = {
        'content-language': languageTag(page.locale),
        etag: etagOf(body),
        ...(lifetime ? sharedFields(lifetime, tags) : uncachedFields),
      }
      return { status: 200, fields: { ...added, ...fields }, body, tags, lifetime, isComplete, isStale }
    } catch (error) {
      if (isMissing(error)) return missing([...dependencies.tags])
      throw error
    }
  }

  const requestOf = (page: StoredPage, passedOn = {}): RenderRequest => {
    // A page of another build, or for other settings of the site, is not used.
    const { format, address, locale } = page
    const key = `${format} ${address} ${locale} ${build.id} ${siteSettings.revision()}`
    return {
      kind: 'page',
      key,
      tags: [`path:${page.path}`],
      render: (isRefresh) => renderStored(page, key, sourceOf(passedOn, isRefresh)),
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

  const sendRendered = (reply: FastifyReply, { body, fields }: RenderedPage) =>
    sendCompressed(
      reply.headers(fields),
      Buffer.isBuffer(body) ? body : Readable.from(body, { objectMode: false }),
    )

  const sendUnstored = (reply: FastifyReply, { body, fields }: RenderedPage) =>
    sendRendered(reply, { body, fields: { ...fields, ...uncachedFields } })

  const sendUncached = async (request: FastifyRequest, reply: FastifyReply, page: StoredPage) => {
    const source = sourceOf(request.site.passedOn)
    const rendered = await new Promise<RenderedPage>((resolve, reject) => {
      const render = () => renderWhole(page, source, (stream) => resolve(stream()))
      renderInSlot('uncached', render, reply.raw).then(resolve, reject)
    })
    return sendUnstored(reply, rendered)
  }

  return {
    sourceOf,
    sendRendered,
    /** The stored page, else the bytes as they are rendered, which are stored when the page is complete. */
    async send(request: FastifyRequest, reply: FastifyReply, page: StoredPage): Promise<FastifyReply> {
      if (page.isPersonal) return sendUncached(request, reply, page)
      const lookup = requestOf(page, request.site.passedOn)
      const { method, url } = request
      const { 'if-none-match': etag, 'if-modified-since': date } = request.headers
      // Nothing else of a visitor's request affects a page.
      const headers = { ...(etag && { 'if-none-match': etag }), ...(date && { 'if-modified-since': date }) }
      // A bot gets the same bytes when they are complete, with the fields of the stored page.
      const isWhole = page.format !== 'document' || request.site.isBot || cache.isWarm(lookup)
      const whole = cache.serve(lookup, { method, path: url, headers })
      const first = await (isWhole ? whole : Promise.race([whole, streamOf(lookup.key, whole).promise]))
      if (!first) return sendUncached(request, reply, page)
      if (typeof first !== 'function') return sendStored(request, reply, first)
      // Its failure ends this response.
      whole.catch((err) => request.log.warn({ err, url }, 'page not stored'))
      return sendUnstored(reply, first())
    },
    /** Fills the cache. */
    warm: (page: StoredPage) => cache.serve(requestOf(page), { method: 'GET', path: page.path, headers: {} }),
  }
}

/** The pieces for many readers, each of which reads in its own time. A reader that leaves does not stop it. `done`: all of them. */
function tee(pieces: AsyncIterable<string>) {
  const iterator = pieces[Symbol.asyncIterator]()
  const read: Promise<IteratorResult<string>>[] = []
  async function* subscribe() {
    for (let at = 0; ; at++) {
      read[at] ??= iterator.next()
      const { value, done } = await read[at]!
      if (done) return
      yield value
    }
  }
  return { done: text(subscribe()).then(Buffer.from), subscribe }
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
