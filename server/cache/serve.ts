// Serve: the response of a cache request, from a stored response where one may be used, otherwise from the origin.
import { isOverload } from '../../shared/errors.ts'
import type { OriginRequest } from '../base/origin.ts'
import type { CacheOutcome, CacheTier } from '../telemetry/origin-metrics.ts'
import type { CacheRequest } from './cache-request.ts'
import {
  type CacheResponse,
  cacheStatus,
  outcomeOf,
  responseFromEntry,
  responseFromResult,
  responseFromStale,
} from './cache-response.ts'
import type { Entry } from './entry.ts'
import type { Fill } from './fill.ts'
import type { FillResult } from './fill-result.ts'
import { isUsable, type Reuse, reuseOf, stalenessOf } from './semantics/reuse.ts'
import type { Tiers } from './tiers.ts'
import type { Unstored } from './unstored.ts'

type ServeOptions = {
  tiers: Tiers
  unstored: Unstored
  fetches: {
    fetchAndStore: Fill
    /** As `fetchAndStore`, shared by concurrent requests of a key. `isLeader`: this request started it. */
    flight: (
      lookup: CacheRequest,
      previous: Entry | undefined,
    ) => { promise: Promise<FillResult>; isLeader: boolean }
    refreshInBackground: (lookup: CacheRequest, entry: Entry) => void
  }
  hasShared: boolean
  now: () => number
  count: (outcome: CacheOutcome, tier: CacheTier, lookup: CacheRequest) => void
}

/** `onPrivate`: called for a response that is private to one visitor. */
type Wanted<T> = { lookup: CacheRequest; request: OriginRequest; onPrivate: () => Promise<T> }

export function createServe({ tiers, unstored, fetches, hasShared, now, count }: ServeOptions) {
  const { fetchAndStore, flight, refreshInBackground } = fetches
  const counted = createCountedResponses({ now, count })

  /** For this request alone. */
  const fetchUnshared = async (wanted: Wanted<unknown>, found: Entry | undefined) =>
    counted.fetched(wanted, await fetchAndStore(wanted.lookup, found), found, false)

  /** Fetches from the origin, or joins the flight of another request. */
  const fetchOrJoin = async <T>(
    wanted: Wanted<T>,
    found: Entry | undefined,
    reuse: Reuse | undefined,
  ): Promise<CacheResponse | T> => {
    const { lookup, onPrivate } = wanted
    const known = unstored.failure(lookup.key)
    const { promise, isLeader } = known
      ? { promise: Promise.resolve(known), isLeader: false }
      : flight(lookup, found)
    const result = await promise
    if (result.kind === 'error' && found && reuse !== 'revalidate')
      return counted.stored(wanted, found, 'memory', cacheStatus.staleIfError)
    if (isLeader || isCollapsible(result, now())) return counted.fetched(wanted, result, found, !isLeader)
    if (result.kind === 'private' && !lookup.call) return onPrivate()
    return fetchUnshared(wanted, result.kind === 'entry' ? result.entry : found)
  }

  const serveFound = <T>(
    wanted: Wanted<T>,
    found: Entry | undefined,
    tier: CacheTier,
    isHitForPass: boolean,
  ): Promise<CacheResponse | T> => {
    const { lookup, request, onPrivate } = wanted
    const reuse = found && reuseOf(found, now())
    if (found && (reuse === 'fresh' || (reuse === 'stale' && !request.prefersFresh))) {
      if (reuse === 'stale') refreshInBackground(lookup, found)
      return Promise.resolve(counted.stored(wanted, found, tier, cacheStatus.hit))
    }
    if (!isHitForPass) return fetchOrJoin(wanted, found, reuse)
    return lookup.call ? fetchUnshared(wanted, found) : onPrivate()
  }

  const serveFromShared = async <T>(wanted: Wanted<T>) => {
    const fromShared = await tiers.fromShared(wanted.lookup)
    return serveFound(wanted, fromShared, 'shared', unstored.isPrivate(wanted.lookup.key))
  }

  /** Not an async function: a page makes many calls, and each promise costs every one of them. */
  return <T>(wanted: Wanted<T>): Promise<CacheResponse | T> => {
    const isHitForPass = unstored.isPrivate(wanted.lookup.key)
    const fromMemory = tiers.fromMemory(wanted.lookup)
    return fromMemory || isHitForPass || !hasShared
      ? serveFound(wanted, fromMemory, 'memory', isHitForPass)
      : serveFromShared(wanted)
  }
}

/** The responses, each of which is counted. */
function createCountedResponses({ now, count }: Pick<ServeOptions, 'now' | 'count'>) {
  return {
    stored(
      { lookup, request }: Wanted<unknown>,
      entry: Entry,
      tier: CacheTier,
      status: (ttlMs: number) => string,
    ): CacheResponse {
      const ttlMs = -stalenessOf(entry, now())
      const isFresh = ttlMs > 0
      count(isFresh ? 'hit' : 'stale', tier, lookup)
      const respond = isFresh ? responseFromEntry : responseFromStale
      return { ...respond(entry, request, now(), status(ttlMs)), isHit: true, isStale: !isFresh }
    },
    fetched(
      { lookup, request }: Wanted<unknown>,
      result: FillResult,
      found: Entry | undefined,
      isCollapsed: boolean,
    ): CacheResponse {
      count(outcomeOf(result, isCollapsed), 'origin', lookup)
      return responseFromResult(result, request, { now: now(), isCollapsed, wasFound: found !== undefined })
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
