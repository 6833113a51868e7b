// Shared HTTP cache in front of the origin: single-flight, stale-while-revalidate, stale-if-error, hit-for-pass.
import { isOverload } from '../../shared/errors.ts'
import type { SiteLanguages } from '../../shared/languages.ts'
import type { OriginRequest, Send } from '../base/origin.ts'
import { discard } from '../base/read-body.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import type { CacheOutcome, CacheTier } from '../telemetry/origin-metrics.ts'
import { type CacheRequest, createCacheRequests } from './cache-request.ts'
import {
  type CacheResponse,
  cacheStatus,
  outcomeOf,
  responseFromEntry,
  responseFromResult,
  withCacheStatus,
} from './cache-response.ts'
import type { CallCheck } from './call-check.ts'
import { createDependencyTag, type DependencyTag, type Entry } from './entry.ts'
import { createFetchAndStore } from './fetch-and-store.ts'
import { createFill, type FillResult } from './fill.ts'
import { createFlights } from './flights.ts'
import { invalidatedPaths, invalidates } from './invalidation.ts'
import { isUsable, type Reuse, reuseOf, stalenessOf } from './semantics/reuse.ts'
import type { MemoryStore, SharedStore } from './store.ts'
import { createTiers, mayMatch } from './tiers.ts'
import { createUnstored } from './unstored.ts'

type CacheLimits = {
  /** Largest response that is stored, in bytes. */
  entryBytes?: number
  /** Largest response that is accepted from the origin, in bytes. */
  responseBytes: number
  /** For the head and body of a response that is read completely. */
  timeoutMs: number
}

type CacheOptions = {
  send: Send
  memory: MemoryStore
  shared?: SharedStore
  /** The languages of the site; by default both. */
  languages?: () => SiteLanguages
  /** Reads the data of business calls before they are stored. */
  check?: CallCheck
  limits: CacheLimits
  time?: {
    /** Milliseconds since 1970: responses are dated. */
    now: () => number
    /** Milliseconds of a monotonic clock, for the lifetimes of negative cache and hit-for-pass. */
    monotonic: () => number
  }
  count?: (outcome: CacheOutcome, tier: CacheTier, lookup?: CacheRequest) => void
  onRefreshError?: (key: string, error: Error) => void
}

export type Cache = {
  /** The tag of responses that are made from a stored response. */
  dependencyTag: DependencyTag
  send: (request: OriginRequest) => Promise<CacheResponse>
  /** As `send`, for the caller's own key. Undefined where the response is private to one visitor. */
  serve: (lookup: CacheRequest, request: OriginRequest) => Promise<CacheResponse | undefined>
  /** False for a key with a hit-for-pass entry. */
  mayBeShared: (lookup: CacheRequest) => boolean
  /** Whether memory has a fresh or stale response. */
  isWarm: (lookup: CacheRequest) => boolean
  purge: (target: PurgeTarget, mode: PurgeMode) => Promise<number>
}

const defaultEntryBytes = 1_048_576
const systemTime = { now: Date.now, monotonic: () => performance.now() }
/** RFC 9211 §2.2: `bypass` for methods that the cache supports, `method` for others. */
const bypassMethods = ['GET', 'HEAD']

export function createCache(options: CacheOptions): Cache {
  const { send, shared, check, limits, count = () => {}, onRefreshError = () => {} } = options
  const { now, monotonic } = options.time ?? systemTime
  const { entryBytes: entryLimit = defaultEntryBytes, responseBytes: responseLimit, timeoutMs } = limits
  const flights = createFlights<FillResult>((result) => (result.kind === 'live' ? result.entry : undefined))
  const tiers = createTiers({
    memory: options.memory,
    shared,
    now,
    onPurge: (target) => flights.forget((subject) => mayMatch(target, subject)),
  })
  const dependencyTag = createDependencyTag()
  const fill = createFill({ send, now, entryLimit, responseLimit, timeoutMs, check })
  const unstored = createUnstored(monotonic)
  const requestOf = createCacheRequests(options.languages)

  /** Marks responses stale that were made from a response that has changed. */
  const purgeDependents = (entry: Entry) =>
    void tiers.purge({ kind: 'tag', tag: dependencyTag(entry) }, 'soft')

  const record = (request: CacheRequest, previous: Entry | undefined, result: FillResult) => {
    unstored.add(request.key, result)
    if (result.kind === 'private' && previous && invalidates(result.response)) {
      tiers.remove(request.key)
      purgeDependents(previous)
    }
    if (result.kind === 'entry' && previous && !request.make && !result.entry.body.equals(previous.body))
      purgeDependents(previous)
  }
  const fetchAndStore = createFetchAndStore({ fill, record, tiers, shared, timeoutMs, now, monotonic })

  const flight = (request: CacheRequest, previous: Entry | undefined) =>
    flights.join(request, (hasWaiters) =>
      fetchAndStore({ ...request, fill: { ...request.fill, hasWaiters } }, previous),
    )

  const refreshInBackground = (request: CacheRequest, entry: Entry) => {
    if (unstored.failure(request.key) || unstored.isPrivate(request.key)) return
    const { promise, isLeader } = flight(request, entry)
    if (!isLeader) return
    void promise.then((result) => {
      if (result.kind === 'error') onRefreshError(request.key, result.error)
      if (result.kind === 'private') discard(result.response)
    })
  }

  const bypass = async (request: OriginRequest, reason: 'method' | 'bypass'): Promise<CacheResponse> => {
    const response = await send(request).catch((error: unknown) => {
      count('error', 'origin')
      throw error
    })
    count('bypass', 'origin')
    for (const path of invalidatedPaths(request, response))
      await tiers.purge({ kind: 'tag', tag: `path:${path}` }, 'hard')
    const status = cacheStatus.forwarded({ reason, status: response.status })
    return { ...response, headers: withCacheStatus(response.headers, status) }
  }

  const fromEntry = (
    lookup: CacheRequest,
    entry: Entry,
    request: OriginRequest,
    outcome: CacheOutcome,
    status: string,
    tier: CacheTier = 'memory',
  ): CacheResponse => {
    count(outcome, tier, lookup)
    return { ...responseFromEntry(entry, request, now(), status), isHit: true }
  }

  const respond = (
    lookup: CacheRequest,
    result: FillResult,
    request: OriginRequest,
    found: Entry | undefined,
    isCollapsed: boolean,
  ): CacheResponse => {
    count(outcomeOf(result, isCollapsed), 'origin', lookup)
    return responseFromResult(result, request, { now: now(), isCollapsed, wasFound: found !== undefined })
  }

  /** For this request alone. */
  const fetchUnshared = async (request: OriginRequest, lookup: CacheRequest, found: Entry | undefined) =>
    respond(lookup, await fetchAndStore(lookup, found), request, found, false)

  /** Fetches from the origin, or joins the flight of another request. */
  const fetchOrJoin = async <T>(
    request: OriginRequest,
    lookup: CacheRequest,
    found: Entry | undefined,
    reuse: Reuse | undefined,
    onPrivate: () => Promise<T>,
  ): Promise<CacheResponse | T> => {
    const known = unstored.failure(lookup.key)
    const { promise, isLeader } = known
      ? { promise: Promise.resolve(known), isLeader: false }
      : flight(lookup, found)
    const result = await promise
    if (result.kind === 'error' && found && (reuse === 'error-only' || reuse === 'stale'))
      return fromEntry(lookup, found, request, 'stale', cacheStatus.staleIfError(-stalenessOf(found, now())))
    if (isLeader || isCollapsible(result, now())) return respond(lookup, result, request, found, !isLeader)
    if (result.kind === 'private' && !lookup.call) return onPrivate()
    return fetchUnshared(request, lookup, result.kind === 'entry' ? result.entry : found)
  }

  /**
   * `onPrivate`: called for a response that is private to one visitor. Not an async function: a page makes many calls, and
   * each promise costs every one of them.
   */
  const serve = <T>(lookup: CacheRequest, request: OriginRequest, onPrivate: () => Promise<T>) => {
    const isHitForPass = unstored.isPrivate(lookup.key)
    const fromMemory = tiers.fromMemory(lookup)
    return fromMemory || isHitForPass || !shared
      ? serveFound(lookup, request, fromMemory, 'memory', isHitForPass, onPrivate)
      : serveFromShared(lookup, request, onPrivate)
  }

  const serveFromShared = async <T>(
    lookup: CacheRequest,
    request: OriginRequest,
    onPrivate: () => Promise<T>,
  ) => {
    const fromShared = await tiers.fromShared(lookup)
    return serveFound(lookup, request, fromShared, 'shared', unstored.isPrivate(lookup.key), onPrivate)
  }

  const serveFound = <T>(
    lookup: CacheRequest,
    request: OriginRequest,
    found: Entry | undefined,
    tier: CacheTier,
    isHitForPass: boolean,
    onPrivate: () => Promise<T>,
  ): Promise<CacheResponse | T> => {
    const reuse = found && reuseOf(found, now())
    if (found && (reuse === 'fresh' || (reuse === 'stale' && !request.prefersFresh))) {
      if (reuse === 'stale') refreshInBackground(lookup, found)
      const outcome = reuse === 'fresh' ? 'hit' : 'stale'
      const status = cacheStatus.hit(-stalenessOf(found, now()))
      return Promise.resolve(fromEntry(lookup, found, request, outcome, status, tier))
    }
    if (!isHitForPass) return fetchOrJoin(request, lookup, found, reuse, onPrivate)
    return lookup.call ? fetchUnshared(request, lookup, found) : onPrivate()
  }

  return {
    dependencyTag,
    purge: tiers.purge,
    serve: (lookup, request) => serve(lookup, request, async () => undefined),
    mayBeShared: ({ key }) => !unstored.isPrivate(key),
    isWarm(lookup) {
      const entry = tiers.fromMemory(lookup)
      return entry !== undefined && isUsable(entry, now())
    },
    send(request) {
      const lookup = requestOf(request)
      if (!lookup) return bypass(request, bypassMethods.includes(request.method) ? 'bypass' : 'method')
      return serve(lookup, request, () => bypass(request, 'bypass'))
    },
  }
}

/** RFC 9111 §4: requests are collapsed only where the response may be reused without validation. */
function isCollapsible(result: FillResult, now: number): boolean {
  switch (result.kind) {
    case 'entry':
      return isUsable(result.entry, now)
    case 'live':
      return isUsable(result.head, now)
    case 'private':
      return false
    case 'error':
      return !isOverload(result.error)
    default:
      return result satisfies never
  }
}
