// Shared HTTP cache in front of the origin: single-flight, stale-while-revalidate, stale-if-error, negative cache, hit-for-pass.
import { LRUCache } from 'lru-cache'
import { isOverload } from '../../shared/errors.ts'
import type { SiteLanguages } from '../../shared/languages.ts'
import type { OriginRequest, Send } from '../base/origin.ts'
import { discard } from '../base/read-body.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import { isContentTag } from '../origin/content-tags.ts'
import type { CacheOutcome, CacheTier } from '../telemetry/origin-metrics.ts'
import { createBypass } from './bypass.ts'
import { type CacheRequest, fetchRequest } from './cache-request.ts'
import {
  type CacheResponse,
  cacheStatus,
  type Fetched,
  responseFromEntry,
  responseFromFetched,
  withoutLifetime,
} from './cache-response.ts'
import { type CallCheck, createCheckedCall } from './checked-call.ts'
import { type Entry, matches, type Purge } from './entry.ts'
import { createFetch, maxEntryBytes } from './fetch.ts'
import type { MemoryStore } from './memory-store.ts'
import type { SharedStore } from './redis/shared-store.ts'
import { isUsable, reuseOf, stalenessOf } from './semantics/reuse.ts'

type CacheOptions = {
  send: Send
  memory: MemoryStore
  shared: SharedStore | undefined
  languages: () => SiteLanguages
  check: CallCheck
  time: {
    /** Milliseconds since 1970: responses are dated. */
    now: () => number
    /** Milliseconds of a monotonic clock, for the lifetimes of negative cache and hit-for-pass. */
    monotonic: () => number
  }
  count: (outcome: CacheOutcome, kind: CacheRequest['kind'], tier: CacheTier) => void
  onRefreshError: (key: string, error: Error) => void
}

export type Cache = ReturnType<typeof createCache>

/** One fetch of a key. `purges`: those since its start. */
type Flight = { request: CacheRequest; purges: Purge[]; fetched: Promise<Fetched> }
type Failure = Fetched & { kind: 'error' }

/** How long a failure is repeated for its key without a request to the origin. */
const failureMs = 2000
/** How long requests for a key whose response cannot be shared are forwarded without waiting for each other. */
const privateMs = 10_000
/** After a purge with `expire`; then the stale response is sent. */
const expiredWaitMs = 1000

export function createCache(options: CacheOptions) {
  const { send, memory, shared, languages, check, time, count, onRefreshError } = options
  const { now } = time
  const fetch = createFetch({ send, now, checkedCall: createCheckedCall(check, send, now) })
  const running = new Set<Flight>()
  /** Those that other requests for their key join. */
  const shareable = new Map<string, Flight>()
  const reads = new Map<string, Promise<Entry | undefined>>()
  const unstored = createUnstored(time.monotonic)

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
  /** What was made from a response that has changed is stale. */
  const purgeDependents = ({ dependencyTag: tag }: Entry) => void purge({ kind: 'tag', tag }, 'soft')

  /** Concurrent requests for a key share one read of the shared store. Memory may have a newer entry. */
  const fromShared = (key: string): Promise<Entry | undefined> => {
    const read = async () => {
      const entry = await shared?.get(key)
      const known = memory.peek(key)
      if (!entry || (known && known.responseTime >= entry.responseTime)) return known
      memory.set(entry)
      return entry
    }
    const promise = reads.get(key) ?? read().finally(() => reads.delete(key))
    reads.set(key, promise)
    return promise
  }

  /** Never rejects. */
  const fetchAndStore = async (
    request: CacheRequest,
    purges: Purge[],
    previous: Entry | undefined,
  ): Promise<Fetched> => {
    const { key, kind } = request
    const refreshed = shared && previous && (await fromShared(key))
    // Another server has refreshed it.
    if (refreshed && refreshed !== previous && reuseOf(refreshed, now()) === 'fresh')
      return { kind: 'entry', entry: refreshed, outcome: 'miss' }
    const since = shared?.lastPurge()
    const fetched = await fetch(request, previous)
    if (fetched.kind !== 'entry') {
      unstored.add(key, fetched)
      if (fetched.kind === 'private' && previous && invalidates(fetched.response.status)) {
        void purge({ kind: 'key', prefix: key }, 'hard')
        purgeDependents(previous)
      }
      return fetched
    }
    const { entry } = fetched
    const isPurged = ({ tags }: Entry) => purges.some((one) => matches(one, { key, tags }))
    const store = (whole: Entry | undefined) => {
      if (!whole || whole.body.length > maxEntryBytes || isPurged(whole)) return
      memory.set(whole)
      void shared?.set(whole, since)
    }
    if (fetched.tee) void fetched.whole.then(store)
    else store(entry)
    if (kind === 'api' && previous && entry.dependencyTag !== previous.dependencyTag)
      purgeDependents(previous)
    return isPurged(entry)
      ? { ...fetched, entry: { ...entry, fields: withoutLifetime(entry.fields) } }
      : fetched
  }

  const startFlight = (request: CacheRequest, previous: Entry | undefined): Flight => {
    const purges: Purge[] = []
    const flight = { request, purges, fetched: fetchAndStore(request, purges, previous) }
    running.add(flight)
    // Its body may still arrive.
    const complete = flight.fetched.then((one) => (one.kind === 'entry' && one.tee ? one.whole : undefined))
    void complete.then(() => {
      running.delete(flight)
      if (shareable.get(request.key) === flight) shareable.delete(request.key)
    })
    return flight
  }

  const startShareable = (request: CacheRequest, previous: Entry | undefined): Flight => {
    const flight = startFlight(request, previous)
    shareable.set(request.key, flight)
    return flight
  }

  /** No request waits for it any more. */
  const endInBackground = async (key: string, promise: Promise<Fetched>) => {
    const fetched = await promise
    if (fetched.kind === 'error') onRefreshError(key, fetched.error)
    if (fetched.kind === 'private') discard(fetched.response)
  }

  const refreshInBackground = (request: CacheRequest, entry: Entry) => {
    const { key } = request
    if (unstored.get(key) || shareable.has(key)) return
    void endInBackground(key, startShareable(request, entry).fetched)
  }

  /** The response to `request`; `onPrivate` is called for one that is for one visitor alone. */
  const get = <T>(
    lookup: CacheRequest,
    request: OriginRequest,
    onPrivate: () => Promise<T>,
  ): Promise<CacheResponse | T> => {
    const { key, kind } = lookup
    const isCall = lookup.kind === 'api' && lookup.call !== undefined
    const known = unstored.get(key)

    const fromEntry = (
      entry: Entry,
      tier: CacheTier,
      status: (ttlMs: number) => string = cacheStatus.hit,
    ): CacheResponse => {
      const ttlMs = -stalenessOf(entry, now())
      const isStale = ttlMs <= 0
      count(isStale ? 'stale' : 'hit', kind, tier)
      const fields = isStale ? withoutLifetime(entry.fields) : entry.fields
      return { ...responseFromEntry(entry, request, now(), status(ttlMs), fields), isHit: true, isStale }
    }
    const fromFetched = (fetched: Fetched, found: Entry | undefined, isCollapsed: boolean): CacheResponse => {
      count(outcomeOf(fetched, isCollapsed), kind, 'origin')
      const wasFound = found !== undefined
      const isStored = fetched.kind === 'entry' && fetched.entry.body.length <= maxEntryBytes
      return responseFromFetched(fetched, request, { now: now(), isCollapsed, wasFound, isStored })
    }
    /** For this request alone. */
    const fetchUnshared = async (found: Entry | undefined) =>
      fromFetched(await startFlight(lookup, found).fetched, found, false)

    const fetchOrJoin = async (
      found: Entry | undefined,
      isUsableOnError: boolean,
    ): Promise<CacheResponse | T> => {
      const failure = known === 'private' ? undefined : known
      const joined = shareable.get(key)
      const isLeader = !failure && !joined
      const promise = failure
        ? Promise.resolve<Fetched>(failure)
        : (joined ?? startShareable(lookup, found)).fetched
      const isWaitLimited = found?.isExpired && isUsableOnError && !request.prefersFresh
      if (isWaitLimited && !(await endsWithin(promise, expiredWaitMs))) {
        if (isLeader) void endInBackground(key, promise)
        return fromEntry(found, 'memory')
      }
      const fetched = await promise
      if (fetched.kind === 'error' && found && isUsableOnError)
        return fromEntry(found, 'memory', cacheStatus.staleIfError)
      if (isLeader || isCollapsible(fetched, now())) return fromFetched(fetched, found, !isLeader)
      if (fetched.kind === 'private' && !isCall) return onPrivate()
      return fetchUnshared(fetched.kind === 'entry' ? fetched.entry : found)
    }

    const fromFound = (found: Entry | undefined, tier: CacheTier): Promise<CacheResponse | T> => {
      const reuse = found && reuseOf(found, now())
      if (found && (reuse === 'fresh' || (reuse === 'stale' && !request.prefersFresh))) {
        if (reuse === 'stale') refreshInBackground(lookup, found)
        return Promise.resolve(fromEntry(found, tier))
      }
      if (known !== 'private') return fetchOrJoin(found, reuse !== 'revalidate')
      return isCall ? fetchUnshared(found) : onPrivate()
    }

    // Not an async function: a page makes many calls, and each promise costs every one of them.
    const found = memory.get(key)
    if (found || known === 'private' || !shared) return fromFound(found, 'memory')
    return fromShared(key).then((entry) => fromFound(entry, 'shared'))
  }
  const bypass = createBypass({ send, purge, count })

  return {
    purge,
    send(request: OriginRequest): Promise<CacheResponse> {
      const lookup = fetchRequest(request, languages())
      // RFC 9211 §2.2: `bypass` for methods that the cache supports, `method` for others.
      if (!lookup) return bypass(request, ['GET', 'HEAD'].includes(request.method) ? 'bypass' : 'method')
      return get(lookup, request, () => bypass(request, 'bypass'))
    },
    /** As `send`, for what this server makes. Undefined where the response is private to one visitor. */
    serve: (lookup: CacheRequest, request: OriginRequest): Promise<CacheResponse | undefined> =>
      get(lookup, request, async () => undefined),
    /** False for a key with a hit-for-pass entry. */
    mayBeShared: ({ key }: CacheRequest): boolean => unstored.get(key) !== 'private',
    /** Whether memory has a fresh or stale response. */
    isWarm({ key }: CacheRequest): boolean {
      const entry = memory.get(key)
      return entry !== undefined && isUsable(entry, now())
    },
  }
}

function endsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: end, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  return Promise.race([promise.then(() => true), end]).finally(() => clearTimeout(timer))
}

function outcomeOf(fetched: Fetched, isCollapsed: boolean): CacheOutcome {
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

const mostUnstored = 10_000
const mostUnstoredBytes = 8 * 1024 * 1024

/** What is known for some seconds of keys without a response to store: the origin failed, or the response is private. */
function createUnstored(monotonic: () => number) {
  const known = new LRUCache<string, Failure | 'private'>({
    perf: { now: monotonic },
    ttlResolution: 0,
    maxSize: mostUnstoredBytes,
    sizeCalculation: (value, key) => {
      const bytes = value === 'private' ? 0 : (value.response?.body.length ?? 0)
      // A smaller one counts as this: the bytes are a bound of the number too.
      return Math.max(Math.ceil(mostUnstoredBytes / mostUnstored), bytes + 2 * key.length + 128)
    },
  })
  return {
    get: (key: string) => known.get(key),
    add(key: string, fetched: Exclude<Fetched, { kind: 'entry' }>) {
      if (fetched.kind === 'private') known.set(key, 'private', { ttl: privateMs })
      // Too many waiting calls of one client say nothing about the next client's.
      else if (!isOverload(fetched.error)) known.set(key, fetched, { ttl: failureMs })
    },
  }
}
