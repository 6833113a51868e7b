// A connection to Redis for forms: it comes back by itself, and whoever asks while it is away is told at once.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { addressOf, reasonOf } from '../cache/redis/clients.ts'
import { within } from '../cache/redis/deadline.ts'

/**
 * `synced`: it can be asked whether its disk has something (WAITAOF, from 7.2). `written`: it appends to a file, and
 * syncs it as `appendfsync` says. `none`: it writes nothing, or evicts keys that do not expire.
 */
export type Persistence = 'synced' | 'written' | 'none'

export type RedisClient = {
  /** Rejects, in words without any content, when there is no answer in time. */
  ask: <T>(work: (client: Redis) => Promise<T>, ms?: number) => Promise<T>
  /** Undefined until the first connection. */
  persistence: () => Persistence | undefined
  close: () => Promise<void>
}

type Options = { url: string; log: Pick<FastifyBaseLogger, 'warn' | 'info'> }

const connectMs = 1000
const askMs = 1000
const longestPauseMs = 5000

export async function createRedisClient({ url, log }: Options): Promise<RedisClient> {
  const { Redis } = (await import('ioredis')).default
  const about = { redis: addressOf(url) }
  let persistence: Persistence | undefined
  const looked = Promise.withResolvers<void>()
  let isOut = false
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectMs,
    connectionName: 'site-forms',
    disableClientInfo: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 200, longestPauseMs),
  })
  client.on('error', (error: Error) => {
    if (!isOut) log.warn({ ...about, reason: reasonOf(error, url) }, 'forms without Redis')
    isOut = true
  })
  const look = async () => {
    const problem = await storeProblem(client)
    persistence = problem ? 'none' : await persistenceOf(client)
    if (problem)
      log.warn({ ...about, problem }, 'Redis is no durable store: forms are stored on the disk first')
    if (isOut) log.info(about, 'forms with Redis again')
    isOut = false
  }
  client.on('ready', () => void look().then(looked.resolve, () => {}))
  client.connect().catch(() => {})
  await within(connectMs, looked.promise).catch(() => {})

  return {
    ask: (work, ms = askMs) =>
      within(ms, work(client)).catch((error) => {
        throw new Error(reasonOf(error, url))
      }),
    persistence: () => persistence,
    close: async () => client.disconnect(),
  }
}

/** INFO and not CONFIG GET, which hosted services do not allow. */
async function storeProblem(client: Redis): Promise<string | undefined> {
  if (!/^aof_enabled:1\b/m.test(await client.info('persistence'))) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(await client.info('memory'))?.[1]
  return policy && `maxmemory-policy is ${policy}`
}

async function persistenceOf(client: Redis): Promise<Persistence> {
  return client.call('WAITAOF', '1', '0', '1').then(
    () => 'synced',
    () => 'written',
  )
}
