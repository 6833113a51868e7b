// Redis as the cache uses it: prepared on each connection, with a fallback value instead of a rejection, and without writes while
// Redis is out of memory.
import type { FastifyBaseLogger } from 'fastify'
import type { Commands, RedisClient } from './client.ts'
import { createOutage, type Outage } from './outage.ts'

export type RedisConnection = Pick<ReturnType<typeof createRedisConnection>, 'run' | 'write'>

type Work<T> = (client: Commands) => Promise<T>

type RedisConnectionOptions = {
  redis: RedisClient
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  limits: { getMs: number; coolDownMs: number; heartbeatMs: number }
  /** Called for a new connection, before it is used. */
  prepare: Work<void>
  /** Called regularly. Finds a connection that hangs: a server whose hits all come from memory sends no commands. */
  beat: Work<void>
  /** True with a prepared connection and free memory; called on changes only. */
  onState: (isUp: boolean) => void
}

export function createRedisConnection(options: RedisConnectionOptions) {
  const { redis, prepare, beat, onState } = options
  const { getMs, heartbeatMs } = options.limits
  let [isPrepared, wasUp] = [false, false]
  let preparing: Promise<void> | undefined

  const report = (next = isPrepared) => {
    isPrepared = next
    const isUp = isPrepared && !full.isOut()
    if (isUp !== wasUp) onState(isUp)
    wasUp = isUp
  }
  const full = createMemoryOutage(options, () => report())
  const onError = (error: Error) => {
    if (error.message.startsWith('OOM')) full.begin(error.message)
  }
  const prepareNow = async () => {
    await redis.run(getMs, prepare).then(() => report(redis.isUp()), onError)
    preparing = undefined
  }
  /** Never rejects. */
  const run = async <T>(ms: number, fallback: T, work: Work<T>): Promise<T> => {
    if (!isPrepared) return fallback
    return redis.run(ms, work).catch((error: Error) => {
      onError(error)
      return fallback
    })
  }
  /** Never rejects. */
  const visit = async () => {
    if (isPrepared) return run(getMs, undefined, beat)
    if (redis.isUp()) preparing ??= prepareNow()
    return preparing
  }
  const stop = redis.onState((isUp) => (isUp ? visit() : report(false)))
  const heartbeat = setInterval(visit, heartbeatMs).unref()

  return {
    run,
    beat: visit,
    /** Runs as `run` does, for commands that use memory in Redis. */
    async write<T>(ms: number, fallback: T, work: Work<T>): Promise<T> {
      if (!full.mayTry()) return fallback
      return run(ms, fallback, async (client) => {
        const response = await work(client)
        full.end()
        return response
      })
    },
    /** Resolves when it is used, or after the first failure. */
    ready: redis.isUp() ? visit() : redis.ready,
    close() {
      clearInterval(heartbeat)
      stop()
    },
  }
}

function createMemoryOutage({ redis, log, limits }: RedisConnectionOptions, onChange: () => void): Outage {
  return createOutage({
    log,
    about: redis.about,
    coolDownMs: limits.coolDownMs,
    onChange,
    begins: 'redis is out of memory: no new entries are stored in it',
    ends: 'redis has free memory again',
  })
}
