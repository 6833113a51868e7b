// The shared HTTP cache in front of the origin: one flight a key, stale answers while and if the origin fails.
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import { isOverload } from '../origin/origin-error.ts'
import { discard } from '../origin/read-body.ts'
import type { CacheOutcome, CacheTier } from '../telemetry/origin-metrics.ts'
import { type CacheRequest, createCacheRequests } from './cache-request.ts'
import { answerFrom, type CacheResponse, replyFrom } from './cache-response.ts'
import { cacheStatus, withCacheStatus } from './cache-status.ts'
import type { CallCheck } from './call-check.ts'
import { createTagOfUse, type Entry } from './entry.ts'
import { createObtain } from './fetch-and-store.ts'
import { createFill, type Filled } from './fill.ts'
import { createFlights, createMarks } from './flights.ts'
import { invalidatedPaths } from './invalidation.ts'
import { type Reuse, reuseOf, stalenessOf } from './semantics/reuse.ts'
import type { MemoryStore, SharedStore } from './store.ts'
import { createTiers, means } from './tiers.ts'

type CacheOptions = {
  send: Send
  memory: MemoryStore
  shared?: SharedStore
  /** Milliseconds since 1970: responses are dated. */
  now?: () => number
  /** Milliseconds of a clock that nobody sets, for what is remembered for some seconds. */
  monotonic?: () => number
  entryLimit?: number
  responseLimit: number
  timeoutMs: number
  count?: (outcome: CacheOutcome, tier: CacheTier, asked?: CacheRequest) => void
  onRefreshError?: (key: string, error: Error) => void
  /** Reads the data of business calls before they are stored. */
  check?: CallCheck
}

export type Cache = {
  send: (request: OriginRequest) => Promise<CacheResponse>
  /** As `send`, for a key of the caller's own. Undefined where the answer is for one visitor alone. */
  serve: (asked: CacheRequest, request: OriginRequest) => Promise<CacheResponse | undefined>
  /** False for a key whose answer turned out to be for one visitor a moment ago. */
  mayBeShared: (asked: CacheRequest) => boolean
  /** Whether there is an answer that can be used at once. */
  isWarm: (asked: CacheRequest) => boolean
  purge: (target: PurgeTarget, mode: PurgeMode) => Promise<number>
}

const defaultEntryLimit = 1_048_576
/** How long a failure is answered for its key without asking again. */
const failureMs = 2000
/** How long a key whose answer cannot be shared is passed on without a queue. */
const passMs = 10_000

/** Methods that a cache could answer, were it not for something else about the request (RFC 9211 §2.2). */
const bypassed = ['GET', 'HEAD']

export function createCache(options: CacheOptions): Cache {
  const { send, shared, now = Date.now, count = () => {}, onRefreshError = () => {} } = options
  const { monotonic = () => performance.now() } = options
  const flights = createFlights<Filled>((filled) => (filled.kind === 'live' ? filled.entry : undefined))
  const tiers = createTiers({
    memory: options.memory,
    shared,
    now,
    onPurge: (target) => flights.forget((subject) => means(target, subject)),
  })
  const tagOfUse = createTagOfUse()
  const fill = createFill({ ...options, now, entryLimit: options.entryLimit ?? defaultEntryLimit })
  const failures = createMarks<Filled & { kind: 'error' }>(
    monotonic,
    ({ response }) => response?.body.length ?? 0,
  )
  const passed = createMarks<true>(monotonic)
  const requestOf = createCacheRequests()

  /** What was made from an answer that is another one by now is stale. */
  const outdate = (entry: Entry) => void tiers.purge({ kind: 'tag', tag: tagOfUse(entry) }, 'soft')

  const note = (request: CacheRequest, previous: Entry | undefined, filled: Filled) => {
    // That one client has too many calls waiting says nothing about the next client's.
    if (filled.kind === 'error' && !isOverload(filled.error)) failures.set(request.key, filled, failureMs)
    if (filled.kind === 'private') passed.set(request.key, true, passMs)
    if (filled.kind === 'private' && previous && supersedes(filled.response)) {
      tiers.drop(request.key)
      outdate(previous)
    }
    if (filled.kind === 'entry' && previous && !request.make && !filled.entry.body.equals(previous.body))
      outdate(previous)
  }
  const obtain = createObtain({ fill, note, tiers, shared, timeoutMs: options.timeoutMs, now, monotonic })

  const flight = (request: CacheRequest, previous: Entry | undefined) =>
    flights.join(request, (isCrowded) =>
      obtain({ ...request, fill: { ...request.fill, isCrowded } }, previous),
    )

  const refreshBehind = (request: CacheRequest, entry: Entry) => {
    if (failures.get(request.key) || passed.get(request.key)) return
    const { promise, isLeader } = flight(request, entry)
    if (!isLeader) return
    void promise.then((filled) => {
      if (filled.kind === 'error') onRefreshError(request.key, filled.error)
      if (filled.kind === 'private') discard(filled.response)
    })
  }

  const passOn = async (request: OriginRequest, reason: 'method' | 'bypass'): Promise<CacheResponse> => {
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
    asked: CacheRequest,
    entry: Entry,
    request: OriginRequest,
    outcome: CacheOutcome,
    status: string,
    tier: CacheTier = 'memory',
  ): CacheResponse => {
    count(outcome, tier, asked)
    return { ...answerFrom(entry, request, now(), status), isHit: true }
  }

  const reply = (
    asked: CacheRequest,
    filled: Filled,
    request: OriginRequest,
    found: Entry | undefined,
    isCollapsed: boolean,
  ): CacheResponse => {
    count(outcomeOf(filled, isCollapsed), 'origin', asked)
    return replyFrom(filled, request, { now: now(), isCollapsed, wasFound: found !== undefined })
  }

  /** For this visitor, without waiting for others. */
  const askAlone = async (request: OriginRequest, asked: CacheRequest, found: Entry | undefined) =>
    reply(asked, await obtain(asked, found), request, found, false)

  /** Asks the origin, or joins those who already do. */
  const ask = async <T>(
    request: OriginRequest,
    asked: CacheRequest,
    found: Entry | undefined,
    use: Reuse | undefined,
    otherwise: () => Promise<T>,
  ): Promise<CacheResponse | T> => {
    const known = failures.get(asked.key)
    const { promise, isLeader } = known
      ? { promise: Promise.resolve(known), isLeader: false }
      : flight(asked, found)
    const filled = await promise
    if (filled.kind === 'error' && found && (use === 'error-only' || use === 'stale'))
      return fromEntry(asked, found, request, 'stale', cacheStatus.staleIfError(-stalenessOf(found, now())))
    if (isLeader || isForOthers(filled, now())) return reply(asked, filled, request, found, !isLeader)
    if (filled.kind === 'private' && !asked.call) return otherwise()
    return askAlone(request, asked, filled.kind === 'entry' ? filled.entry : found)
  }

  /**
   * `otherwise`: what comes of an answer that is for one visitor alone. No async function itself, as a page makes many
   * calls that are passed on, and each layer costs every one of them.
   */
  const serve = <T>(asked: CacheRequest, request: OriginRequest, otherwise: () => Promise<T>) => {
    const isPassed = passed.get(asked.key) === true
    const near = tiers.near(asked)
    return near || isPassed || !shared
      ? serveFound(asked, request, near, 'memory', isPassed, otherwise)
      : serveFar(asked, request, otherwise)
  }

  const serveFar = async <T>(asked: CacheRequest, request: OriginRequest, otherwise: () => Promise<T>) => {
    const far = await tiers.far(asked)
    return serveFound(asked, request, far, 'shared', passed.get(asked.key) === true, otherwise)
  }

  const serveFound = <T>(
    asked: CacheRequest,
    request: OriginRequest,
    found: Entry | undefined,
    tier: CacheTier,
    isPassed: boolean,
    otherwise: () => Promise<T>,
  ): Promise<CacheResponse | T> => {
    const use = found && reuseOf(found, now())
    if (found && (use === 'fresh' || (use === 'stale' && !request.prefersFresh))) {
      if (use === 'stale') refreshBehind(asked, found)
      const outcome = use === 'fresh' ? 'hit' : 'stale'
      const status = cacheStatus.hit(-stalenessOf(found, now()))
      return Promise.resolve(fromEntry(asked, found, request, outcome, status, tier))
    }
    if (!isPassed) return ask(request, asked, found, use, otherwise)
    return asked.call ? askAlone(request, asked, found) : otherwise()
  }

  return {
    purge: tiers.purge,
    serve: (asked, request) => serve(asked, request, async () => undefined),
    mayBeShared: ({ key }) => !passed.get(key),
    isWarm(asked) {
      const found = tiers.near(asked)
      return found !== undefined && isUsable(found, now())
    },
    send(request) {
      const asked = requestOf(request)
      if (!asked) return passOn(request, bypassed.includes(request.method) ? 'bypass' : 'method')
      return serve(asked, request, () => passOn(request, 'bypass'))
    },
  }
}

/** RFC 9111 §4: requests are collapsed into one only where its answer may be used again without asking. */
function isForOthers(filled: Filled, now: number): boolean {
  switch (filled.kind) {
    case 'entry':
      return isUsable(filled.entry, now)
    case 'live':
      return isUsable(filled.head, now)
    case 'private':
      return false
    case 'error':
      return !isOverload(filled.error)
    default:
      return filled satisfies never
  }
}

function isUsable(entry: Entry, now: number): boolean {
  const use = reuseOf(entry, now)
  return use === 'fresh' || use === 'stale'
}

/** RFC 9111 §4.3.3. A refusal of the moment (401, 403, 429 and such) says nothing about what was stored. */
function supersedes({ status }: OriginResponse): boolean {
  return status < 400 || status === 404 || status === 410
}

function outcomeOf(filled: Filled, isCollapsed: boolean): CacheOutcome {
  if (filled.kind === 'error') return 'error'
  if (filled.kind === 'private') return 'bypass'
  if (isCollapsed) return 'coalesced'
  return filled.kind === 'live' ? 'miss' : filled.outcome
}
