// Redis as the cache uses it: without a response in time there is a fallback, and nothing is written where it is full.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { RedisClient } from './client.ts'

export type RedisConnection = ReturnType<typeof createRedisConnection>

type Options = {
  /** Undefined while the library is loaded. */
  client: () => RedisClient | undefined
  /** There is a connection, and no memory left behind it. */
  full: Outage
}

type Ask<T> = (client: Redis) => Promise<T>

export function createRedisConnection({ client, full }: Options) {
  /** Never rejects. */
  const run = async <T>(ms: number, fallback: T, work: Ask<T>): Promise<T> => {
    const current = client()
    if (!current?.isUp()) return fallback
    return current.run(ms, work).catch((error: Error) => {
      if (error.message.startsWith('OOM')) full.begin(error.message)
      return fallback
    })
  }

  return {
    run,
    /** As `run`, for what takes memory there. */
    async write<T>(ms: number, fallback: T, work: Ask<T>): Promise<T> {
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
  /** Goes into both lines. */
  about: Record<string, unknown>
  begins: string
  ends: string
  coolDownMs: number
  onChange: () => void
  /** Milliseconds of any clock. */
  now: () => number
}

/** A trouble that is back within this time after it was over gets longer and longer pauses, and so fewer lines. */
const relapseMs = 60_000
const maxCoolDownMs = 60_000

export function createOutage({ log, about, begins, ends, coolDownMs, onChange, now }: OutageOptions) {
  let isOut = false
  let pauseMs = coolDownMs
  let endedAt = Number.NEGATIVE_INFINITY
  let nextTryAt = 0
  return {
    isOut: () => isOut,
    /** False while it is not to be tried again yet. */
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
