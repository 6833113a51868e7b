// Shared HTTP cache in front of the origin: single-flight, stale-while-revalidate, stale-if-error, hit-for-pass.
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { SiteLanguages } from '../../shared/languages.ts'
import type { OriginRequest, Send } from '../base/origin.ts'
import { discard, maxResponseBytes } from '../base/read-body.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import type { CacheOutcome, CacheTier } from '../telemetry/origin-metrics.ts'
import { createBypass, invalidates } from './bypass.ts'
import { type CacheRequest, createCacheRequests } from './cache-request.ts'
import type { CacheResponse } from './cache-response.ts'
import type { CallCheck } from './call-check.ts'
import { createDependencyTag, type DependencyTag, type Entry } from './entry.ts'
import { createFetchAndStore } from './fetch-and-store.ts'
import { createFill } from './fill.ts'
import type { FillResult } from './fill-result.ts'
import { isUsable } from './semantics/reuse.ts'
import { createServe } from './serve.ts'
import type { MemoryStore, SharedStore } from './store.ts'
import { createTiers, mayMatch, type Tiers } from './tiers.ts'
import { createUnstored, type Unstored } from './unstored.ts'

type CacheLimits = {
  /** Largest response that is stored, in bytes. */
  entryBytes?: number
  /** Largest response that is accepted from the origin, in bytes. */
  responseBytes?: number
  /** For the head and body of a response that is read completely. */
  timeoutMs?: number
}

type CacheOptions = {
  send: Send
  stores: { memory: MemoryStore; shared?: SharedStore | undefined }
  /** The languages of the site; by default both. */
  languages?: () => SiteLanguages
  /** Reads the data of business calls before they are stored. */
  check?: CallCheck
  limits?: CacheLimits
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

const maxEntryBytes = 1_048_576
const systemTime = { now: Date.now, monotonic: () => performance.now() }
/** RFC 9211 §2.2: `bypass` for methods that the cache supports, `method` for others. */
const bypassMethods = ['GET', 'HEAD']

export function createCache(options: CacheOptions): Cache {
  const { send, stores, check, limits = {}, count = () => {}, onRefreshError = () => {} } = options
  const { memory, shared } = stores
  const { now, monotonic } = options.time ?? systemTime
  const { entryBytes: entryLimit = maxEntryBytes, responseBytes: responseLimit = maxResponseBytes } = limits
  const { timeoutMs = requestTimeoutMs } = limits
  const flights = createFlights<FillResult>((result) => (result.kind === 'live' ? result.entry : undefined))
  const tiers = createTiers({ memory, shared, now, onPurge: flights.forget })
  const dependencyTag = createDependencyTag()
  const fill = createFill({ send, now, entryLimit, responseLimit, timeoutMs, check })
  const unstored = createUnstored(monotonic)
  const requestOf = createCacheRequests(options.languages)

  const record = createRecord(tiers, unstored, dependencyTag)
  const fetchAndStore = createFetchAndStore({ fill, record, tiers, shared, now })

  const flight = (request: CacheRequest, previous: Entry | undefined) =>
    flights.join(request, () => fetchAndStore(request, previous))

  const refreshInBackground = (request: CacheRequest, entry: Entry) => {
    if (unstored.failure(request.key) || unstored.isPrivate(request.key)) return
    const { promise, isLeader } = flight(request, entry)
    if (!isLeader) return
    void promise.then((result) => {
      if (result.kind === 'error') onRefreshError(request.key, result.error)
      if (result.kind === 'private') discard(result.response)
    })
  }

  const serve = createServe({
    tiers,
    unstored,
    fetches: { fetchAndStore, flight, refreshInBackground },
    hasShared: shared !== undefined,
    now,
    count,
  })
  const bypass = createBypass({ send, purge: tiers.purge, count, responseLimit, timeoutMs })

  return {
    dependencyTag,
    purge: tiers.purge,
    serve: (lookup, request) => serve({ lookup, request, onPrivate: async () => undefined }),
    mayBeShared: ({ key }) => !unstored.isPrivate(key),
    isWarm(lookup) {
      const entry = tiers.fromMemory(lookup)
      return entry !== undefined && isUsable(entry, now())
    },
    send(request) {
      const lookup = requestOf(request)
      if (!lookup) return bypass(request, bypassMethods.includes(request.method) ? 'bypass' : 'method')
      return serve({ lookup, request, onPrivate: () => bypass(request, 'bypass') })
    },
  }
}

/** Notes the outcome of a request, and marks responses stale that were made from one that has changed. */
function createRecord(tiers: Tiers, unstored: Unstored, dependencyTag: DependencyTag) {
  const purgeDependents = (entry: Entry) =>
    void tiers.purge({ kind: 'tag', tag: dependencyTag(entry) }, 'soft')
  return (request: CacheRequest, previous: Entry | undefined, result: FillResult) => {
    unstored.add(request.key, result)
    if (result.kind === 'private' && previous && invalidates(result.response)) {
      tiers.remove(request.key)
      purgeDependents(previous)
    }
    if (result.kind === 'entry' && previous && !request.make && !result.entry.body.equals(previous.body))
      purgeDependents(previous)
  }
}

type Subject = { key: string; tags: string[] }

/** Single-flight: concurrent calls for one key share one promise. */
type Flights<T> = {
  /** `isLeader`: this call started the work. */
  join: (subject: Subject, work: () => Promise<T>) => { promise: Promise<T>; isLeader: boolean }
  /** Later calls for the target start new work. */
  forget: (target: PurgeTarget) => void
}

/** `settled`: resolves when an outcome is complete; until then its flight can be joined. */
function createFlights<T>(settled: (outcome: T) => Promise<unknown> | undefined): Flights<T> {
  const running = new Map<string, { subject: Subject; promise: Promise<T> }>()
  return {
    join(subject, work) {
      const { key } = subject
      const known = running.get(key)
      if (known) return { promise: known.promise, isLeader: false }
      const flight = { subject, promise: work() }
      running.set(key, flight)
      const end = () => {
        if (running.get(key) === flight) running.delete(key)
      }
      flight.promise.then(settled).then(end, end)
      return { promise: flight.promise, isLeader: true }
    },

    forget(target) {
      for (const [key, { subject }] of running) if (mayMatch(target, subject)) running.delete(key)
    },
  }
}
