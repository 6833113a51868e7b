// Redis as the cache uses it: without a response in time there is a fallback, and nothing is written where it is full.
import type { Redis } from 'ioredis'
import type { RedisClient } from './client.ts'
import type { Outage } from './outage.ts'

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
  const ask = async <T>(ms: number, fallback: T, work: Ask<T>): Promise<T> => {
    const current = client()
    if (!current?.isUp()) return fallback
    return current.ask(ms, work).catch((error: Error) => {
      if (error.message.startsWith('OOM')) full.begin(error.message)
      return fallback
    })
  }

  return {
    ask,
    /** As `ask`, for what takes memory there. */
    async write<T>(ms: number, fallback: T, work: Ask<T>): Promise<T> {
      if (!full.mayTry()) return fallback
      return ask(ms, fallback, async (redis) => {
        const response = await work(redis)
        full.end()
        return response
      })
    },
    isOpen: () => client()?.isUp() === true,
  }
}
