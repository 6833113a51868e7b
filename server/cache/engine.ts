// Shared HTTP cache in front of the upstream: single-flight, stale-while-revalidate, stale-if-error, negative cache, hit-for-pass.
import { LRUCache } from 'lru-cache'
import { isOverload } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentRequest } from '../base/content-source.ts'
import { inTime } from '../base/in-time.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { discard } from '../base/read-body.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import { isContentTag } from '../upstream/content-tags.ts'
import { bypass } from './bypass.ts'
import { type CacheRequest, fetchRequest, type RenderRequest } from './cache-request.ts'
import type { CacheResponse, Count, Fetched } from './cache-response.ts'
import { fetchedResponse, storedResponse, withoutLifetime } from './cache-response.ts'
import { type Entry, matches, type Purge } from './entry.ts'
import { type Fetch, maxEntryBytes } from './fetch.ts'
import type { MemoryStore } from './memory-store.ts'
import { isUsable, reuseOf } from './semantics/reuse.ts'
import type { SharedStore } from './shared-store.ts'

/** One fetch of a key. */
type Flight = { request: CacheRequest; purges: Purge[]; fetched: Promise<Fetched> }

/** How long a failure is repeated for its key without a request to the upstream: less than two seconds. */
const failureMs = 1999
/** How long requests for a key whose response cannot be shared are forwarded without waiting for each other. */
const privateMs = 10_000
const mostUnstoredBytes = 8 * 1024 * 1024
/** The bytes are a bound of the number too. */
const leastUnstoredBytes = 800
/** After a purge with `expire`; then the stale response is sent, within a second also where many wait at once. */
const expiredWaitMs = 800

export function createEngine(
  { source: { send }, siteSettings, telemetry: { log, metrics }, time: { now, monotonic } }: AppContext,
  { fetch, memory, shared }: { fetch: Fetch; memory: MemoryStore; shared: SharedStore | undefined },
) {
  const mayLog = createMinuteLimit(monotonic)
  const count: Count = (outcome, kind, tier) =>
    metrics.count('site_cache_requests_total', { outcome, kind, tier })
  const running = new Set<Flight>()
  /** Flights that other requests for their key join. */
  const shareable = new Map<string, Flight>()
  const reads = new Map<string, Promise<Entry | undefined>>()
  /** Keys without a response to store, for some seconds: the upstream failed, or the response is private. */
  const unstored = new LRUCache<string, (Fetched & { kind: 'error' }) | 'private'>({
    perf: { now: monotonic },
    ttlResolution: 0,
    maxSize: mostUnstoredBytes,
    sizeCalculation: (known, key) =>
      leastUnstoredBytes + 2 * key.length + (known === 'private' ? 0 : (known.response?.body.length ?? 0)),
  })

  /** Of this server alone. */
  const purgeMemory = (purge: Purge): number => {
    for (const { request, purges } of running) {
      purges.push(purge)
      // Later requests start a flight of their own.
      if (mayMatch(purge, request)) shareable.delete(request.key)
    }
    return memory.purge(purge, now())
  }
  shared?.onPurge(purgeMemory)
  const purge = async (target: PurgeTarget, mode: PurgeMode): Promise<number> => {
    const purged = purgeMemory({ target, mode })
    await shared?.purge({ target, mode })
    return purged
  }
  /** A page that was rendered from a response that has changed is stale. */
  const purgeDependents = ({ dependencyTag: tag }: Entry) => void purge({ kind: 'tag', tag }, 'soft')

  const readShared = async (key: string, store: SharedStore): Promise<Entry | undefined> => {
    const entry = await store.get(key)
    const known = memory.peek(key)
    // Memory may have a newer entry.
    if (!entry || (known && known.responseTime >= entry.responseTime)) return known
    memory.set(entry)
    return entry
  }
  /** Concurrent requests for a key share one read. */
  const fromShared = (key: string): Promise<Entry | undefined> | undefined => {
    if (!shared) return undefined
    const read = reads.get(key) ?? readShared(key, shared).finally(() => reads.delete(key))
    reads.set(key, read)
    return read
  }

  /** Never rejects. `purges`: those since its start. */
  const fetchAndStore = async (
    request: CacheRequest,
    purges: Purge[],
    previous?: Entry,
  ): Promise<Fetched> => {
    const { key, kind } = request
    const refreshed = previous && (await fromShared(key))
    // Another server has refreshed it.
    if (refreshed && refreshed !== previous && reuseOf(refreshed, now()) === 'fresh')
      return { kind: 'entry', entry: refreshed, outcome: 'miss' }
    const since = shared?.lastPurge()
    const fetched = await fetch(request, previous)
    if (fetched.kind === 'entry') {
      const { entry } = fetched
      if (kind === 'api' && previous && entry.dependencyTag !== previous.dependencyTag)
        purgeDependents(previous)
      if (purges.some((one) => matches(one, entry)))
        return { ...fetched, entry: { ...entry, fields: withoutLifetime(entry.fields) } }
      if (entry.body.length > maxEntryBytes) return fetched
      memory.set(entry)
      void shared?.set(entry, since)
      return fetched
    }
    // Too many waiting calls of one client say nothing about the next client's.
    if (fetched.kind === 'error' && !isOverload(fetched.error)) unstored.set(key, fetched, { ttl: failureMs })
    if (fetched.kind === 'private') {
      unstored.set(key, 'private', { ttl: privateMs })
      if (previous && invalidates(fetched.response.status)) {
        void purge({ kind: 'key', prefix: key }, 'hard')
        purgeDependents(previous)
      }
    }
    return fetched
  }

  const startFlight = (request: CacheRequest, previous?: Entry): Flight => {
    const purges: Purge[] = []
    const flight = { request, purges, fetched: fetchAndStore(request, purges, previous) }
    running.add(flight)
    void flight.fetched.then(() => {
      running.delete(flight)
      if (shareable.get(request.key) === flight) shareable.delete(request.key)
    })
    return flight
  }
  const startShareable = (request: CacheRequest, previous?: Entry): Promise<Fetched> => {
    const flight = startFlight(request, previous)
    shareable.set(request.key, flight)
    return flight.fetched
  }

  /** No request waits for it any more. */
  const endInBackground = async (key: string, promise: Promise<Fetched>) => {
    const fetched = await promise
    if (fetched.kind === 'error' && mayLog())
      log.warn({ key, err: fetched.error }, 'refresh of a stored response failed')
    if (fetched.kind === 'private') discard(fetched.response)
  }
  const refreshInBackground = (request: CacheRequest, entry: Entry) => {
    const { key } = request
    if (!unstored.has(key) && !shareable.has(key)) void endInBackground(key, startShareable(request, entry))
  }

  /** The response to `request`. Undefined where it is for one visitor alone, and has to be fetched or made for this request. */
  const get = async (lookup: CacheRequest, request: ContentRequest): Promise<CacheResponse | undefined> => {
    const { key, kind } = lookup
    const isCall = lookup.kind === 'api' && lookup.call !== undefined
    const inMemory = memory.get(key)
    const isPrivate = unstored.get(key) === 'private'
    const found = inMemory ?? (isPrivate ? undefined : await fromShared(key))
    const reuse = found && reuseOf(found, now())

    const stored = (entry: Entry, detail = ''): CacheResponse => {
      count(reuse === 'fresh' ? 'hit' : 'stale', kind, inMemory ? 'memory' : 'shared')
      return storedResponse(entry, request, now(), detail)
    }
    const forwarded = (fetched: Fetched, isCollapsed: boolean): CacheResponse => {
      count(outcomeOf(fetched, isCollapsed), kind, 'upstream')
      const isStored = fetched.kind === 'entry' && fetched.entry.body.length <= maxEntryBytes
      const reason = found ? 'stale' : 'uri-miss'
      return fetchedResponse(fetched, request, now(), { reason, isStored, isCollapsed })
    }

    if (found && (reuse === 'fresh' || (reuse === 'stale' && !request.prefersFresh))) {
      if (reuse === 'stale') refreshInBackground(lookup, found)
      return stored(found)
    }
    if (isPrivate) return isCall ? forwarded(await startFlight(lookup, found).fetched, false) : undefined

    const failure = unstored.get(key)
    const known = typeof failure === 'object' ? Promise.resolve(failure) : shareable.get(key)?.fetched
    const isLeader = known === undefined
    const promise: Promise<Fetched> = known ?? startShareable(lookup, found)
    const usableOnError = reuse === 'revalidate' ? undefined : found
    if (usableOnError?.isExpired && !request.prefersFresh) {
      const inWait = await inTime(promise, expiredWaitMs, key).catch(() => undefined)
      if (!inWait && isLeader) void endInBackground(key, promise)
      if (!inWait) return stored(usableOnError)
    }
    const fetched = await promise
    if (fetched.kind === 'error' && usableOnError) return stored(usableOnError, '; detail=stale-if-error')
    if (isLeader || isCollapsible(fetched, now())) return forwarded(fetched, !isLeader)
    if (fetched.kind === 'private' && !isCall) return undefined
    const previous = fetched.kind === 'entry' ? fetched.entry : found
    return forwarded(await startFlight(lookup, previous).fetched, false)
  }

  return {
    purge,
    async send(request: ContentRequest): Promise<CacheResponse> {
      const lookup = fetchRequest(request, siteSettings.languages())
      const response = lookup && (await get(lookup, request))
      // RFC 9211 §2.2: `bypass` for methods that the cache supports, `method` for others.
      const isSupported = lookup !== undefined || ['GET', 'HEAD'].includes(request.method)
      return response ?? bypass(request, isSupported ? 'bypass' : 'method', { send, purge, count })
    },
    /** Sends what this server renders. Undefined where the response is private to one visitor. */
    serve: (lookup: RenderRequest, request: ContentRequest) => get(lookup, request),
    /** Whether memory has a fresh or stale response. */
    isWarm({ key }: RenderRequest): boolean {
      const entry = memory.get(key)
      return entry !== undefined && isUsable(entry, now())
    },
  }
}

function outcomeOf(fetched: Fetched, isCollapsed: boolean) {
  if (fetched.kind === 'error') return 'error'
  if (fetched.kind === 'private') return 'bypass'
  return isCollapsed ? 'coalesced' : fetched.outcome
}

/** RFC 9111 §4: requests are collapsed only where the response may be reused without validation. */
function isCollapsible(fetched: Fetched, now: number): boolean {
  if (fetched.kind === 'entry') return isUsable(fetched.entry, now)
  return fetched.kind === 'error' && !isOverload(fetched.error)
}

/** Whether a purge may match a response that is being fetched, whose tags may not be known yet. */
function mayMatch(purge: Purge, request: CacheRequest): boolean {
  return matches(purge, request) || (purge.target.kind === 'tag' && isContentTag(purge.target.tag))
}

/** RFC 9111 §4.3.3. A 401, 403 or 429 says nothing about the stored response. */
function invalidates(status: number): boolean {
  return status < 400 || status === 404 || status === 410
}
