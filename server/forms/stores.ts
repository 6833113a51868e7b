// Stores of a server: the connection to Redis, where there is one, and the outboxes of messages.
import type { Telemetry, Time } from '../app-context.ts'
import { connectRedis, type RedisClient } from '../base/redis-client.ts'
import type { Config } from '../config/config.ts'
import { readRedisUrl } from '../config/redis-url.ts'
import { createFormStores, type FormStores } from './form-stores.ts'

export type Stores = {
  redis: RedisClient | undefined
  forms: FormStores
  close: () => Promise<void>
}

type StoresOptions = {
  config: Config
  telemetry: Pick<Telemetry, 'log' | 'metrics'>
  time?: Partial<Pick<Time, 'now' | 'monotonic'>>
}

/** Resolves after the first attempt to connect to Redis, successful or not. */
export async function openStores({
  config,
  telemetry: { log, metrics },
  time = {},
}: StoresOptions): Promise<Stores> {
  const redis = await connectRedis({ target: readRedisUrl(config.redisUrl), log })
  const countMissing = metrics.forms.countMissing
  const forms = await createFormStores({ config, redis, log, resume: true, countMissing, ...time })
  const close = async () => {
    await forms.close()
    await redis?.close()
  }
  return { redis, forms, close }
}
