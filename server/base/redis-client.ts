// The Redis client of a server. ioredis finds the primary and connects again; here every command has a deadline, and a failure
// means a new connection.
import type { FastifyBaseLogger } from 'fastify'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { inTime } from './in-time.ts'

export type Commands = Redis | Cluster
export type RedisClient = NonNullable<Awaited<ReturnType<typeof connectRedis>>>

export type RedisLogin = { username: string; password: string }

export type RedisTarget = {
  kind: 'single' | 'sentinel' | 'cluster'
  /** Redis itself, or the Sentinels, or nodes of the cluster. */
  hosts: { host: string; port: number }[]
  /** `host:port` of every host, for log lines. */
  address: string
  tls: boolean
  /** The login of Redis; empty: none. */
  login: RedisLogin
  sentinelLogin: RedisLogin
  /** The primary's name in the Sentinels; else empty. */
  primary: string
  database: number
  /** What no log line may contain, encoded and decoded. */
  secrets: string[]
}

type ConnectOptions = {
  target: RedisTarget | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Time limit of an attempt to connect. */
  connectMs?: number
}

/** Undefined without a target. */
export async function connectRedis({ target, log, connectMs = 1000 }: ConnectOptions) {
  if (!target) return undefined
  const about = { redis: target.address }
  const reasonOf = (error: unknown) => reasonWithout(error, target)
  const open = await createOpen(target, connectMs)
  const client = open(false)
  const first = Promise.withResolvers<void>()
  const listeners = new Set<(isUp: boolean) => unknown>()
  let [isUp, isLogged, isClosed, connection] = [false, false, false, 0]
  let apart: Commands | undefined

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
    await inTime(respond(client), connectMs, 'redis').catch((error) => lose(error, current))
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
  inTime(first.promise, connectMs, 'redis').catch(down)

  return {
    /** Fields of log lines. */
    about,
    isUp: () => isUp,
    /** Resolves after the first attempt to connect, successful or not. */
    ready: first.promise,
    /** `listener` is called when the state has changed; returns the end of it. What it returns for a new connection is awaited. */
    onState(listener: (isUp: boolean) => unknown) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Rejects where there is no connection or no response in time; the message holds no data and no password. */
    async run<T>(ms: number, work: (client: Commands) => Promise<T>): Promise<T> {
      if (!isUp) throw new Error('no connection to Redis')
      const current = connection
      return inTime(work(client), ms, 'redis').catch((error) => {
        const reason = reasonOf(error)
        // A Redis that is out of memory can still be read.
        if (!reason.startsWith('OOM')) lose(error, current)
        throw new Error(reason)
      })
    },
    /** As `run`, over a connection of its own: WATCH is about all commands of a connection. */
    async runApart<T>(ms: number, work: (client: Commands) => Promise<T>): Promise<T> {
      if (!isUp) throw new Error('no connection to Redis')
      apart ??= open(true)
      const current = apart
      return inTime(work(current), ms, 'redis').catch((error) => {
        current.disconnect()
        if (apart === current) apart = undefined
        throw new Error(reasonOf(error))
      })
    },
    async close() {
      isClosed = true
      // Waits until the commands sent before have been processed.
      if (isUp) await inTime(client.quit(), connectMs, 'redis').catch(() => {})
      isUp = false
      first.resolve()
      for (const one of [client, apart]) one?.disconnect()
    },
  }
}

/** A cluster may name a primary that has failed. */
async function respond(client: Commands): Promise<unknown> {
  return 'nodes' in client ? Promise.all(client.nodes('master').map((node) => node.ping())) : client.ping()
}

/** No command is sent twice or waits for another connection: the caller has a fallback. */
const fixedOptions = {
  /** The name of the connection in `CLIENT LIST`. */
  connectionName: 'site',
  /** A connection is closed that has no response for this time. */
  socketTimeout: 5000,
  disableClientInfo: true,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // A hanging connection is closed at once.
  disconnectTimeout: 1,
} satisfies RedisOptions
/** Before the next attempt to connect, in milliseconds. */
const pause = () => 1000

/** Imports ioredis on first use, so that servers without Redis do not load it. `waits`: commands wait for the connection. */
async function createOpen(target: RedisTarget, connectMs: number): Promise<(waits: boolean) => Commands> {
  // A bundled CommonJS package has a default export only.
  const { Redis, Cluster } = (await import('ioredis')).default
  const { kind, hosts, primary: name, tls, database: db, login, sentinelLogin } = target
  const secure = tls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  const { username, password } = login
  // Without empty values: ioredis would log in with an empty name.
  const user = { ...(username && { username }), ...(password && { password }) }
  const common = { ...fixedOptions, ...user, ...secure, connectTimeout: connectMs }
  const sentinel = {
    sentinels: hosts,
    name,
    sentinelUsername: sentinelLogin.username,
    sentinelPassword: sentinelLogin.password,
    sentinelRetryStrategy: pause,
    sentinelCommandTimeout: connectMs,
  }
  // After a failover the whole connection is made again.
  const cluster = { clusterRetryStrategy: pause, retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 }
  const create = (waits: boolean): Commands => {
    if (kind === 'cluster')
      return new Cluster(hosts, { ...cluster, slotsRefreshTimeout: connectMs, redisOptions: common })
    const place = kind === 'single' ? hosts[0] : sentinel
    return new Redis({ ...common, db, enableOfflineQueue: waits, retryStrategy: pause, ...place })
  }
  return (waits) => create(waits).on('error', () => {})
}

const maxReasonLength = 200

type RedisError = { lastNodeError?: unknown; code?: string; message?: string }

/** Truncated, without passwords; a Redis error contains its command, AUTH included. */
function reasonWithout(error: unknown, { secrets, primary }: RedisTarget): string {
  const { lastNodeError, code, message } = error as RedisError
  const reason = (lastNodeError as RedisError | undefined)?.message ?? (message || code || 'unknown')
  if (reason.includes('No such master')) return `the Sentinels have no primary ${primary}`
  return secrets.reduce((left, secret) => left.replaceAll(secret, '***'), reason).slice(0, maxReasonLength)
}
