// The Redis client of a server. ioredis finds the primary and connects again; here every command has a deadline, and a failure
// means a new connection.
import type { FastifyBaseLogger } from 'fastify'
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import { type RedisLogin, type RedisTarget, readRedisUrl, redisAddress } from '../../config/redis-url.ts'

export type Commands = Redis | Cluster

/** Rejects where there is no connection or no response in time; the message holds no data and no password. */
type Run = <T>(ms: number, work: (client: Commands) => Promise<T>) => Promise<T>
/** What it returns for a new connection is awaited before Redis is used. */
type StateListener = (isUp: boolean) => unknown

export type RedisClient = {
  run: Run
  /** Runs as `run` does, over a connection of its own: WAIT and WAITAOF hold up the commands that follow them. */
  runApart: Run
  isUp: () => boolean
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>
  /** Called when the state has changed; returns the end of it. */
  onState: (listener: StateListener) => () => void
  /** Whether Redis can fail over to a replica. */
  canFailOver: boolean
  /** Fields of log lines. */
  about: { redis: string }
  close: () => Promise<void>
}

type RedisClientOptions = {
  /** The value of REDIS_URL. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Time limit of an attempt to connect, in milliseconds. */
  connectMs?: number | undefined
}

/** Pause before the next attempt to connect. */
const pauseMs = 1000

/** Undefined without REDIS_URL. */
export async function connectRedis(options: RedisClientOptions): Promise<RedisClient | undefined> {
  const { url, log, connectMs = 1000 } = options
  if (url === '') return undefined
  const target = readRedisUrl(url)
  const about = { redis: redisAddress(url) }
  const reasonOf = (error: unknown) => reasonWithout(error, target)
  const open = await createOpen(target, connectMs)
  const client = open()
  const first = Promise.withResolvers<void>()
  const listeners = new Set<StateListener>()
  let [isUp, isLogged, isClosed, connection] = [false, false, false, 0]
  let apart: Commands | undefined

  const down = (error: unknown) => {
    if (isClosed) return
    isUp = false
    if (!isLogged)
      log.warn(
        { ...about, reason: reasonOf(error) },
        'redis is down: each server uses its own memory and disk',
      )
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
    await within(connectMs, respond(client)).catch((error) => lose(error, current))
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
  within(connectMs, first.promise).catch(down)

  return {
    about,
    canFailOver: target.kind !== 'single',
    isUp: () => isUp,
    ready: first.promise,
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async run(ms, work) {
      if (!isUp) throw new Error('no connection to Redis')
      const current = connection
      return within(ms, work(client)).catch((error) => {
        const reason = reasonOf(error)
        // A Redis that is out of memory can still be read.
        if (!reason.startsWith('OOM')) lose(error, current)
        throw new Error(reason)
      })
    },
    async runApart(ms, work) {
      if (!isUp) throw new Error('no connection to Redis')
      apart ??= open(true)
      const current = apart
      return within(ms, work(current)).catch((error) => {
        current.disconnect()
        if (apart === current) apart = undefined
        throw new Error(reasonOf(error))
      })
    },
    async close() {
      isClosed = true
      // Waits until the commands sent before have been processed.
      if (isUp) await within(connectMs, client.quit()).catch(() => {})
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

/** Rejects where `work` takes longer. A response that arrived while this process was busy counts as in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error(`no response within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(onTimeout), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** No command is sent twice or waits for another connection: the caller has a fallback. */
const fixedOptions = {
  /** The name of the connection in `CLIENT LIST`. */
  connectionName: 'site',
  /** A connection is closed that has no response for this time. It is longer than WAITAOF and WAIT take. */
  socketTimeout: 5000,
  disableClientInfo: true,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // A hanging connection is closed at once.
  disconnectTimeout: 1,
} satisfies RedisOptions

/** Opens connections. Imports ioredis on first use, so that servers without Redis do not load it. */
async function createOpen(target: RedisTarget, connectMs: number) {
  // A bundled CommonJS package has a default export only.
  const { Redis, Cluster } = (await import('ioredis')).default
  const { kind, hosts, primary: name, tls, database: db, login, sentinelLogin } = target
  const secure = tls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  const common = { ...fixedOptions, ...loginOf(login), ...secure, connectTimeout: connectMs }
  const pause = () => pauseMs
  const create = (waits: boolean): Commands => {
    // After a failover the whole connection is made again.
    if (kind === 'cluster')
      return new Cluster(hosts, {
        clusterRetryStrategy: pause,
        slotsRefreshTimeout: connectMs,
        redisOptions: common,
        retryDelayOnFailover: 0,
        retryDelayOnClusterDown: 0,
      })
    const options = { ...common, db, enableOfflineQueue: waits, retryStrategy: pause }
    if (kind === 'single') return new Redis({ ...options, ...hosts[0] })
    return new Redis({
      ...options,
      sentinels: hosts,
      name,
      sentinelRetryStrategy: pause,
      sentinelCommandTimeout: connectMs,
      sentinelUsername: sentinelLogin.username,
      sentinelPassword: sentinelLogin.password,
    })
  }
  /** `waits`: commands wait for the connection. */
  return (waits = false) => create(waits).on('error', () => {})
}

/** Empty values are left out: ioredis would log in with an empty name. */
function loginOf({ username, password }: RedisLogin): Pick<RedisOptions, 'username' | 'password'> {
  return { ...(username && { username }), ...(password && { password }) }
}

const maxReasonLength = 200

/** Truncated, without passwords; a Redis error contains its command, AUTH included. */
function reasonWithout(error: unknown, target: Pick<RedisTarget, 'secrets' | 'primary'>): string {
  const { secrets, primary } = target
  const { lastNodeError, code, message } = error as {
    lastNodeError?: unknown
    code?: string
    message?: string
  }
  if (lastNodeError) return reasonWithout(lastNodeError, target)
  if (message?.includes('No such master')) return `the Sentinels have no primary ${primary}`
  return secrets
    .reduce((left, secret) => left.replaceAll(secret, '***'), message || code || 'unknown')
    .slice(0, maxReasonLength)
}
