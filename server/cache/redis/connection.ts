// Redis connection of the cache: a fallback value instead of a rejection, and no writes while Redis is out of memory.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { RedisClient } from './client.ts'

export type RedisConnection = ReturnType<typeof createRedisConnection>

type Options = {
  /** Undefined until the library is loaded. */
  client: () => RedisClient | undefined
  /** The outage "Redis is out of memory". */
  full: Outage
}

type Work<T> = (client: Redis) => Promise<T>

export function createRedisConnection({ client, full }: Options) {
  /** Never rejects. */
  const run = async <T>(ms: number, fallback: T, work: Work<T>): Promise<T> => {
    const current = client()
    if (!current?.isUp()) return fallback
    return current.run(ms, work).catch((error: Error) => {
      if (error.message.startsWith('OOM')) full.begin(error.message)
      return fallback
    })
  }

  return {
    run,
    /** As `run`, for commands that use memory in Redis. */
    async write<T>(ms: number, fallback: T, work: Work<T>): Promise<T> {
      if (!full.mayTry()) return fallback
      return run(ms, fallback, async (redis) => {
        const response = await work(redis)
        full.end()
        return response
      })
    },
    isOpen: () => client()?.isUp() === true,
  }
}

type Outage = ReturnType<typeof createOutage>

type OutageOptions = {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Fields of both log lines. */
  about: Record<string, unknown>
  begins: string
  ends: string
  coolDownMs: number
  onChange: () => void
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** An outage that returns within this time gets a longer pause (exponential backoff), and so fewer log lines. */
const relapseMs = 60_000
const maxCoolDownMs = 60_000

export function createOutage({ log, about, begins, ends, coolDownMs, onChange, now }: OutageOptions) {
  let isOut = false
  let pauseMs = coolDownMs
  let endedAt = Number.NEGATIVE_INFINITY
  let nextTryAt = 0
  return {
    isOut: () => isOut,
    /** False during the pause. */
    mayTry: () => !isOut || now() >= nextTryAt,
    pauseMs: () => pauseMs,
    begin(reason: string) {
      if (!isOut) {
        const isRelapse = now() - endedAt < relapseMs
        pauseMs = isRelapse ? Math.min(pauseMs * 2, maxCoolDownMs) : coolDownMs
        isOut = true
        log.warn({ ...about, reason }, begins)
      }
      nextTryAt = now() + pauseMs
      onChange()
    },
    end() {
      if (isOut) {
        isOut = false
        endedAt = now()
        log.info(about, ends)
      }
      onChange()
    },
  }
}
