// A cache before a real local origin, with a clock that the test moves.
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import type { Test } from 'tap'
import type { OriginRequest, OriginResponse } from '../../../server/base/origin.ts'
import { createCache } from '../../../server/cache/engine.ts'
import { createMemoryStore } from '../../../server/cache/memory-store.ts'
import { createUpstream } from '../../../server/origin/upstream.ts'
import type { CacheOutcome } from '../../../server/telemetry/origin-metrics.ts'
import { silent } from '../../helpers/log.ts'
import { createClock } from './clock.ts'
import { other } from './responses.ts'
import { createScriptedOrigin, type Script } from './scripted-origin.ts'

type TestResponse = { status: number; headers: Record<string, string>; body: string }
export type World = Awaited<ReturnType<typeof createWorld>>

/** `base`: of another origin than the scripted one. */
type Options = {
  base?: string
  maxBytes?: number
  entryLimit?: number
  responseLimit?: number
  timeoutMs?: number
}
type Ask = Partial<Omit<OriginRequest, 'body'>> & { body?: string }

/** Longer than anything takes on a busy machine; tests of silence bring a shorter one. */
const patientMs = 60_000

/** The breaker and its pauses belong to the origin, and have tests of their own. */
const breaker = { failures: Number.MAX_SAFE_INTEGER, openMs: 1 }

export async function createWorld(t: Test, options: Options = {}) {
  const {
    maxBytes = 8_388_608,
    responseLimit = 1_048_576,
    timeoutMs = patientMs,
    entryLimit = 262_144,
  } = options
  const clock = createClock()
  const origin = await createScriptedOrigin(t, clock.now)
  const upstream = createUpstream({
    base: options.base ?? origin.url,
    connections: 128,
    log: silent,
    timeoutMs,
    limits: { breaker },
  })
  t.teardown(() => upstream.close())

  const memory = createMemoryStore({ maxBytes })
  const outcomes: CacheOutcome[] = []
  const refreshErrors: { key: string; error: Error }[] = []
  /** The requests of the cache to the origin, retries not counted. */
  const sent: OriginRequest[] = []
  const answers: Promise<OriginResponse>[] = []
  const cache = createCache({
    send(request) {
      sent.push(request)
      const answer = upstream.send(request)
      answers.push(answer)
      return answer
    },
    stores: { memory },
    time: { now: clock.now, monotonic: clock.now },
    limits: { entryBytes: entryLimit, responseBytes: responseLimit, timeoutMs },
    count: (outcome) => void outcomes.push(outcome),
    onRefreshError: (key, error) => void refreshErrors.push({ key, error }),
  })

  const send = (path: string, { body, ...rest }: Ask = {}): Promise<OriginResponse> =>
    cache.send({
      method: 'GET',
      path,
      headers: {},
      ...rest,
      ...(body !== undefined && { body: Buffer.from(body) }),
    })
  const ask = async (path: string, request: Ask = {}): Promise<TestResponse> =>
    read(await send(path, request))
  const get = (path: string, headers: Record<string, string> = {}) => ask(path, { headers })
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })

  /** Resolves when all requests to the origin are settled. */
  const answered = async () => {
    await Promise.allSettled(answers)
    await turn()
  }

  return { origin, clock, cache, memory, outcomes, refreshErrors, sent, answered, send, ask, get, post }
}

/** A world whose cache got the response to `path` from the origin `waitMs` ago. */
export async function createStored(t: Test, script: Script, waitMs = 0, path = other): Promise<World> {
  const world = await createWorld(t)
  world.origin.on(path, script)
  await world.get(path)
  world.clock.advance(waitMs)
  return world
}

/** Reads a complete response; repeated fields are joined. */
export async function read({ status, headers, body }: OriginResponse): Promise<TestResponse> {
  const fields = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const whole = Buffer.isBuffer(body) ? body : await buffer(body)
  return { status, headers: Object.fromEntries(fields), body: whole.toString() }
}
