// Several servers with a cache each, one Redis, and one origin that counts its requests.
import type { Test } from 'tap'
import type { OriginRequest, OriginResponse } from '../../server/base/origin.ts'
import { createCache } from '../../server/cache/engine.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import type { CacheOutcome } from '../../server/telemetry/origin-metrics.ts'
import { until } from '../helpers/until.ts'
import type { RedisServer } from './redis-server.ts'
import { createStores, type Given } from './stores.ts'

export const hour = 3_600_000
/** A business call: fresh for two hours, stale while revalidated for a day (policy.ts). */
export const page = '/api/home/article/detail/3'

type Answer = (request: OriginRequest) => OriginResponse | Promise<OriginResponse>

export async function createWorld(
  t: Test,
  redis: RedisServer,
  { servers: count = 2, ...given }: { servers?: number } & Given = {},
) {
  const made = await createStores(t, redis, count, given)
  const origin = { hits: [] as string[], answer: numbered as Answer }
  const send = async (request: OriginRequest) => {
    origin.hits.push(`${request.method} ${request.path}`)
    const number = origin.hits.length
    const answer = await origin.answer(request)
    return { ...answer, headers: { ...answer.headers, 'x-number': String(number) } }
  }
  const servers = made.stores.map((store) => {
    const memory = createMemoryStore({ maxBytes: 10_000_000 })
    const outcomes: CacheOutcome[] = []
    const cache = createCache({
      send,
      stores: { memory, shared: store },
      time: { now: () => made.clock.now, monotonic: () => made.clock.now },
      limits: { responseBytes: 1_000_000, timeoutMs: 10_000 },
      count: (outcome) => outcomes.push(outcome),
    })
    const ask = (path = page, headers: Record<string, string> = {}, method = 'GET') =>
      cache.send({ method, path, headers })
    return { memory, outcomes, cache, store, ask }
  })
  /** Fetched by the first server, and then found by the second one. */
  const warm = async (path = page) => {
    await servers[0]!.ask(path)
    await until(async () => (await servers[1]!.store.get(`GET ${path} zh`)).length > 0)
    return servers[1]!.ask(path)
  }
  return { ...made, servers, origin, warm }
}

/** An envelope of the API, as the origin responds everything. */
export function numbered(): OriginResponse {
  const body = Buffer.from('{"success":true,"data":{"id":3},"msg":""}')
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

/** Delays the origin's responses until it is opened. */
export function createGate() {
  const gate = Promise.withResolvers<void>()
  const answer: Answer = () => gate.promise.then(numbered)
  return { answer, open: () => gate.resolve() }
}

/** Which of the origin's responses this is. */
export function numberOf({ headers }: OriginResponse): number {
  return Number(headers['x-number'])
}
