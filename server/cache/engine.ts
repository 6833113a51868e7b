// The shared HTTP cache in front of the origin: one flight a key, stale answers while and if the origin fails.
import type { OriginRequest, OriginResponse, Send } from '../origin/origin.ts'
import { answerFrom } from './answer.ts'
import { type CacheRequest, cacheRequest } from './cache-request.ts'
import { cacheStatus } from './cache-status.ts'
import type { Entry } from './entry.ts'
import { createFill, type Filled } from './fill.ts'
import { createFlights } from './flights.ts'
import { invalidatedKeys } from './invalidation.ts'
import { createMarks } from './marks.ts'
import { type Reuse, reuseOf, stalenessOf } from './semantics/reuse.ts'
import { selectingKey } from './semantics/vary.ts'
import type { MemoryStore, PurgeMode, PurgeTarget, SharedStore } from './store.ts'

export type Outcome = 'hit' | 'stale' | 'miss' | 'revalidated' | 'bypass' | 'coalesced' | 'error'

export type CacheOptions = {
  send: Send
  memory: MemoryStore
  shared?: SharedStore
  now?: () => number
  entryLimit?: number
  responseLimit: number
  timeoutMs: number
  count?: (outcome: Outcome) => void
  onRefreshError?: (key: string, error: Error) => void
}

export type Cache = {
  send: Send
  purge: (target: PurgeTarget, mode: PurgeMode) => Promise<number>
}

const defaultEntryLimit = 1_048_576
/** How long a failure is answered for its key without asking again. */
const failureMs = 2000
/** How long a key whose answer cannot be shared is passed on without a queue. */
const passMs = 10_000
/** Other servers wait so long for the one that fills a key. */
const fillWaitMs = 10_000

export function createCache(options: CacheOptions): Cache {
  const { send, memory, shared, now = Date.now, count = () => {}, onRefreshError = () => {} } = options
  const fill = createFill({ ...options, now, entryLimit: options.entryLimit ?? defaultEntryLimit })
  const flights = createFlights<Filled>()
  const failures = createMarks<Filled>(now)
  const passed = createMarks<true>(now)

  const find = async (request: CacheRequest): Promise<Entry | undefined> => {
    const near = select(memory.get(request.key), request)
    if (near || !shared) return near
    return takeOver(await shared.get(request.key), request)
  }

  const takeOver = (entries: readonly Entry[], request: CacheRequest): Entry | undefined => {
    for (const entry of entries) memory.set(entry)
    return select(entries, request)
  }

  const store = (entry: Entry) => {
    memory.set(entry)
    void shared?.set(entry)
  }

  /** Fills and keeps what may be kept. With other servers about, one of them fills and the others wait. */
  const obtain = async (request: CacheRequest, previous: Entry | undefined): Promise<Filled> => {
    if (shared && !(await shared.claimRefresh(request.key, options.timeoutMs))) {
      await shared.awaitFill(request.key, fillWaitMs)
      const entry = takeOver(await shared.get(request.key), request)
      if (entry && reuseOf(entry, now()) === 'fresh')
        return { kind: 'entry', entry, outcome: 'miss', isStored: false }
    }
    const filled = await fill(request, previous)
    if (filled.kind === 'entry' && filled.isStored) store(filled.entry)
    if (filled.kind === 'live') void filled.entry.then((entry) => entry && store(entry))
    if (filled.kind === 'private') passed.set(request.key, true, passMs)
    if (filled.kind === 'error') failures.set(request.key, filled, failureMs)
    return filled
  }

  const flight = (request: CacheRequest, previous: Entry | undefined) =>
    flights.join(request.key, () => obtain(request, previous))

  const refreshBehind = (request: CacheRequest, entry: Entry) => {
    if (failures.get(request.key)) return
    void flight(request, entry).promise.then((filled) => {
      if (filled.kind === 'error') onRefreshError(request.key, filled.error)
      if (filled.kind === 'private') release(filled.response)
    })
  }

  const passOn = async (request: OriginRequest, reason: string): Promise<OriginResponse> => {
    const response = await send(request)
    for (const key of invalidatedKeys(request, response)) await purge({ kind: 'key', prefix: key }, 'hard')
    count('bypass')
    return {
      ...response,
      headers: { ...response.headers, 'cache-status': cacheStatus.forwarded(reason, response.status) },
    }
  }

  const purge = async (target: PurgeTarget, mode: PurgeMode): Promise<number> => {
    const met = memory.purge(target, mode, now())
    return Math.max(met, (await shared?.purge(target, mode, now())) ?? 0)
  }

  const fromEntry = (entry: Entry, request: OriginRequest, outcome: Outcome, status: string) => {
    count(outcome)
    return answerFrom(entry, request, now(), status)
  }

  /** Asks the origin, or joins those who already do. */
  const ask = async (
    request: OriginRequest,
    asked: CacheRequest,
    found: Entry | undefined,
    use: Reuse | undefined,
  ): Promise<OriginResponse> => {
    const known = failures.get(asked.key)
    const { promise, isLeader } = known
      ? { promise: Promise.resolve(known), isLeader: false }
      : flight(asked, found)
    const filled = await promise
    const collapsed = !isLeader
    switch (filled.kind) {
      case 'entry': {
        const status = cacheStatus.filled(filled.outcome, filled.entry.status, {
          isStored: filled.isStored,
          collapsed,
        })
        return fromEntry(filled.entry, request, collapsed ? 'coalesced' : filled.outcome, status)
      }
      case 'live': {
        count(collapsed ? 'coalesced' : 'miss')
        const status = cacheStatus.filled('miss', filled.response.status, { isStored: true, collapsed })
        return liveAnswer(filled, request, status)
      }
      case 'private':
        if (collapsed) return passOn(request, 'bypass')
        count('bypass')
        return {
          ...filled.response,
          headers: {
            ...filled.response.headers,
            'cache-status': cacheStatus.forwarded('miss', filled.response.status),
          },
        }
      case 'error': {
        if (found && use === 'error-only')
          return fromEntry(found, request, 'stale', cacheStatus.staleIfError(-stalenessOf(found, now())))
        count('error')
        if (!filled.response) throw filled.error
        return {
          ...filled.response,
          headers: {
            ...filled.response.headers,
            'cache-status': cacheStatus.forwarded('miss', filled.response.status),
          },
        }
      }
      default:
        return filled satisfies never
    }
  }

  return {
    purge,
    async send(request) {
      const asked = cacheRequest(request)
      if (!asked) return passOn(request, 'method')
      const found = select(memory.get(asked.key), asked) ?? (shared && (await find(asked)))
      const use = found && reuseOf(found, now())
      if (found && use === 'fresh')
        return fromEntry(found, request, 'hit', cacheStatus.hit(-stalenessOf(found, now())))
      if (found && use === 'stale') {
        refreshBehind(asked, found)
        return fromEntry(found, request, 'stale', cacheStatus.hit(-stalenessOf(found, now())))
      }
      if (passed.get(asked.key)) return passOn(request, 'bypass')
      return ask(request, asked, found, use)
    },
  }
}

/** The variant that this request selects (RFC 9111 §4.1). */
function select(entries: readonly Entry[], { fill }: CacheRequest): Entry | undefined {
  return entries.find(({ selecting }) => selecting.key === selectingKey(selecting.names, fill.headers))
}

function liveAnswer(
  { response, broadcast }: Filled & { kind: 'live' },
  request: OriginRequest,
  status: string,
): OriginResponse {
  const headers = { ...response.headers, 'cache-status': status }
  return {
    status: response.status,
    headers,
    body: request.method === 'HEAD' ? Buffer.alloc(0) : broadcast.subscribe(),
  }
}

function release({ body }: OriginResponse) {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy()
}
