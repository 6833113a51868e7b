// The Redis client of a server. ioredis finds the primary and connects again; here every command has a deadline, and a failure
// means a new connection.
import type { FastifyBaseLogger } from 'fastify'
import type { ChainableCommander, Cluster, Redis } from 'ioredis'
import { inTime } from '../base/in-time.ts'
import type { RedisTarget } from '../base/redis-url.ts'

export type Commands = Redis | Cluster
export type RedisClient = NonNullable<Awaited<ReturnType<typeof connectRedis>>>

/** Resolves after the first attempt to connect, successful or not; undefined without a target. `deadlineMs`: of an attempt and of a command. */
export async function connectRedis(
  target: RedisTarget | undefined,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  deadlineMs = 1000,
) {
  if (!target) return undefined
  const about = { redis: target.address }
  const reasonOf = (error: unknown) => reasonWithout(error, target.options)
  const client = await createClient(target, deadlineMs)
  const first = Promise.withResolvers<void>()
  const listeners = new Set<(isUp: boolean) => unknown>()
  let [isUp, isLogged, isClosed, connection, weakness] = [false, false, false, 0, '']

  const down = (error: unknown) => {
    if (isClosed) return
    isUp = false
    const line = 'redis is down: each server uses its own memory and disk'
    if (!isLogged) log.warn({ ...about, reason: reasonOf(error) }, line)
    isLogged = true
    for (const listener of listeners) listener(false)
    first.resolve()
  }
  /** Makes the connection again, once. */
  const lose = (error: unknown, of: number) => {
    if (of !== connection) return
    connection++
    down(error)
    if (client.status === 'ready') client.disconnect(true)
  }
  const use = async () => {
    const current = ++connection
    const checked = respond(client).then(async () => (weakness = await weaknessOf(client)))
    await inTime(checked, deadlineMs, 'redis').catch((error) => lose(error, current))
    if (current !== connection || client.status !== 'ready') return
    isUp = true
    await Promise.all([...listeners].map((listener) => listener(true)))
    if (current !== connection) return
    if (isLogged) log.info(about, 'redis is up')
    isLogged = false
    first.resolve()
  }
  client.on('ready', () => void use())
  client.on('error', down)
  client.on('close', () => down(new Error('the connection was closed')))
  await inTime(first.promise, deadlineMs, 'redis').catch(down)

  return {
    /** Fields of log lines. */
    about,
    isUp: () => isUp,
    /** Why it may lose what is written, asked for each connection; empty: it does not. */
    weakness: () => weakness,
    /** `listener` is called when the state has changed; returns the end of it. What it returns for a new connection is awaited. */
    onState(listener: (isUp: boolean) => unknown) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Rejects where there is no connection or no response in time; the message holds no data and no password. */
    async run<T>(work: (client: Commands) => Promise<T>, ms = deadlineMs): Promise<T> {
      if (!isUp) throw new Error('no connection to Redis')
      const current = connection
      return inTime(work(client), ms, 'redis').catch((error) => {
        const reason = reasonOf(error)
        // A Redis that is out of memory can still be read.
        if (!reason.startsWith('OOM')) lose(error, current)
        throw new Error(reason)
      })
    },
    async close() {
      isClosed = true
      // Waits until the commands sent before have been processed.
      if (isUp) await inTime(client.quit(), deadlineMs, 'redis').catch(() => {})
      isUp = false
      client.disconnect()
    },
  }
}

/** A cluster may name a primary that has failed. */
async function respond(client: Commands): Promise<unknown> {
  return 'nodes' in client ? Promise.all(client.nodes('master').map((node) => node.ping())) : client.ping()
}

/** INFO and not CONFIG GET, which hosted services do not allow. */
async function weaknessOf(client: Commands): Promise<string> {
  const info = await client.info().catch((error: Error) => error.message)
  if (/^role:slave\b/m.test(info)) return 'it is a replica'
  if (!/^aof_enabled:1\b/m.test(info)) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(info)?.[1]
  return policy ? `maxmemory-policy is ${policy}` : ''
}

/** Before the next attempt to connect, in milliseconds. */
const pause = () => 1000
/** A connection is closed that has no response for this time. */
const socketTimeout = 5000

/** Imports ioredis on first use, so that servers without Redis do not load it. */
async function createClient({ nodes, options }: RedisTarget, deadlineMs: number): Promise<Commands> {
  // A bundled CommonJS package has a default export only.
  const { Redis, Cluster } = (await import('ioredis')).default
  const redisOptions = {
    ...options,
    connectTimeout: deadlineMs,
    sentinelCommandTimeout: deadlineMs,
    sentinelRetryStrategy: pause,
    socketTimeout,
    // A hanging connection is closed at once.
    disconnectTimeout: 1,
    // No command is sent twice or waits for another connection: the caller has a fallback.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  }
  if (!nodes) return new Redis({ ...redisOptions, enableOfflineQueue: false, retryStrategy: pause })
  // After a failover the whole connection is made again.
  const cluster = { clusterRetryStrategy: pause, retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 }
  return new Cluster(nodes, { ...cluster, slotsRefreshTimeout: deadlineMs, redisOptions })
}

/** The results of a transaction; rejects with the error of the first command that failed. */
export async function execute(multi: ChainableCommander): Promise<unknown[]> {
  const replies = (await multi.exec()) ?? []
  return replies.map(([error, result]) => {
    if (error) throw error
    return result
  })
}

/** The time of Redis, which its servers share, in milliseconds since 1970. */
export async function timeOf(client: Commands): Promise<number> {
  const [seconds, microseconds] = await client.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}

const maxReasonLength = 200

type RedisError = { lastNodeError?: unknown; previousErrors?: unknown[]; code?: string; message?: string }

/** Truncated, without passwords; a Redis error contains its command, AUTH included. */
function reasonWithout(error: unknown, { name, password, sentinelPassword }: RedisTarget['options']): string {
  const { lastNodeError, previousErrors, code, message } = error as RedisError
  // Of a transaction: the first command that was not taken.
  const cause = lastNodeError ?? previousErrors?.[0]
  const reason = (cause as RedisError | undefined)?.message ?? (message || code || 'unknown')
  if (reason.includes('No such master')) return `the Sentinels have no primary ${name}`
  const secrets = [password, sentinelPassword].flatMap((secret) => secret || [])
  return secrets.reduce((left, secret) => left.replaceAll(secret, '***'), reason).slice(0, maxReasonLength)
}
