// Redis connection of the cache: a fallback value instead of a rejection, and no writes while Redis is out of memory.
import type { Commands, RedisClient } from './client.ts'
import type { Outage } from './outage.ts'

export type RedisConnection = ReturnType<typeof createRedisConnection>

type Options = {
  redis: RedisClient
  /** False until the cache has read the purges that it has missed. */
  isPrepared: () => boolean
  /** The outage "Redis is out of memory". */
  full: Outage
}

type Work<T> = (client: Commands) => Promise<T>

export function createRedisConnection({ redis, isPrepared, full }: Options) {
  const isOpen = () => isPrepared() && redis.isUp()

  /** Never rejects. */
  const run = async <T>(ms: number, fallback: T, work: Work<T>): Promise<T> => {
    if (!isOpen()) return fallback
    return redis.run(ms, work).catch((error: Error) => {
      if (error.message.startsWith('OOM')) full.begin(error.message)
      return fallback
    })
  }

  return {
    run,
    /** As `run`, for commands that use memory in Redis. */
    async write<T>(ms: number, fallback: T, work: Work<T>): Promise<T> {
      if (!full.mayTry()) return fallback
      return run(ms, fallback, async (client) => {
        const response = await work(client)
        full.end()
        return response
      })
    },
    isOpen,
  }
}
