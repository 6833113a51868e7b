// The Redis client of a server: one connection for everything that servers share, and its state. Every command has a deadline.
import type { FastifyBaseLogger } from 'fastify'
import { readRedisUrl, redisAddress } from '../../config/redis-url.ts'
import { type Commands, redisConnections } from './connections.ts'
import { createOutage } from './outage.ts'

export type { Commands } from './connections.ts'

export type RedisClient = {
  /** Rejects where there is no connection or no response in time; the message holds no data and no password. */
  run: Run
  /** As `run`, over a connection of its own: WAIT and WAITAOF hold up the commands that follow them. */
  runApart: Run
  isUp: () => boolean
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>
  /** `ready` resolves when the present connection is prepared for it, or has failed. */
  join: (user: RedisUser) => { ready: Promise<void>; leave: () => void }
  /** To a replica. */
  canFailOver: boolean
  database: number
  /** Fields of log lines. */
  about: { redis: string }
  close: () => Promise<void>
}

type Run = <T>(ms: number, work: (client: Commands) => Promise<T>) => Promise<T>

/** Part of the server that uses Redis. */
export type RedisUser = {
  /** Runs on each connection before it is used; where it rejects, the connection is made again. */
  prepare?: (client: Commands) => Promise<void>
  onUp?: () => void
  onDown?: () => void
  channels?: string[]
  onMessage?: (channel: string, message: string) => void
}

type Options = {
  /** As REDIS_URL. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Time limit of connecting, and of preparing a connection, in milliseconds. */
  connectMs?: number | undefined
  /** Pause before the next attempt. */
  coolDownMs?: number
}

/** Undefined without REDIS_URL. */
export async function connectRedis(options: Options): Promise<RedisClient | undefined> {
  const { url, log, connectMs = 1000, coolDownMs = 1000 } = options
  if (url === '') return undefined
  const target = readRedisUrl(url)
  const about = { redis: redisAddress(url) }
  const outage = createOutage({
    ...{ log, about, coolDownMs },
    begins: 'redis is down: each server uses its own memory and disk',
    ends: 'redis is up',
  })
  const users = new Set<RedisUser>()
  const first = Promise.withResolvers<void>()
  const open = await redisConnections({ target, connectMs, pauseMs: outage.pauseMs })
  const client = open()
  // A cluster client has a connection for subscriptions itself.
  const subscriber = target.kind === 'cluster' ? client : open()
  let apart: Commands | undefined
  let [isUp, isClosed, connection] = [false, false, 0]
  let subscribed = Promise.withResolvers<void>()
  let problem: unknown

  const reasonOf = (error: unknown) => reasonWithout(error, target.secrets)

  const down = (error: unknown) => {
    if (isClosed) return
    isUp = false
    outage.begin(reasonOf(error))
    for (const { onDown } of users) onDown?.()
    first.resolve()
  }

  /** Makes the connection again, once. */
  const lose = (error: unknown, of: number) => {
    if (of !== connection) return
    connection++
    subscribed = Promise.withResolvers<void>()
    down(error)
    for (const one of new Set([client, subscriber])) if (one.status === 'ready') one.disconnect(true)
  }

  /** Those as well that join meanwhile. */
  const prepareAll = async () => {
    const prepared = new Set<RedisUser>()
    while (prepared.size < users.size) {
      const left = [...users].filter((user) => !prepared.has(user))
      await Promise.all(left.map((user) => user.prepare?.(client)))
      for (const user of left) prepared.add(user)
    }
  }

  const prepare = async () => {
    const current = ++connection
    try {
      await hasSubscribed()
      await within(connectMs, prepareAll())
    } catch (error) {
      return lose(error, current)
    }
    if (current !== connection || client.status !== 'ready') return
    isUp = true
    outage.end()
    first.resolve()
    for (const { onUp } of users) onUp?.()
  }

  const subscribe = async () => {
    if (subscriber.status !== 'ready') return
    const channels = [...users].flatMap(({ channels = [] }) => channels)
    if (channels.length > 0) await subscriber.subscribe(...channels)
    subscribed.resolve()
  }
  // Without it, purges are read from their log.
  const hasSubscribed = () => within(connectMs / 2, subscribed.promise).catch(() => {})

  const note = (error: unknown) => {
    problem = error
  }
  client.on('node error', note)
  client.on('sentinelError', (error: Error) => note(sentinelProblem(error, target.primary)))
  client.on('error', (error: Error) => down(target.kind === 'single' ? error : (problem ?? error)))
  client.on('close', () => down(problem ?? new Error('the connection was closed')))
  if (subscriber !== client) subscriber.on('error', () => {})
  subscriber.on('ready', () => subscribe().catch(() => {}))
  client.on('ready', () => {
    problem = undefined
    void prepare()
  })
  subscriber.on('message', (channel: string, message: string) => {
    for (const { channels, onMessage } of users) if (channels?.includes(channel)) onMessage?.(channel, message)
  })

  const run: Run = async (ms, work) => {
    if (!isUp) throw new Error('no connection to Redis')
    const current = connection
    return within(ms, work(client)).catch((error) => {
      const reason = reasonOf(error)
      // A Redis that is out of memory can still be read. After any other error, READONLY and MOVED included, the primary
      // is looked for again.
      if (!reason.startsWith('OOM')) lose(error, current)
      throw new Error(reason)
    })
  }

  const runApart: Run = async (ms, work) => {
    if (!isUp) throw new Error('no connection to Redis')
    apart ??= open(true).on('error', () => {})
    const current = apart
    return within(ms, work(current)).catch((error) => {
      current.disconnect()
      if (apart === current) apart = undefined
      throw new Error(reasonOf(error))
    })
  }

  const limit = setTimeout(() => {
    if (connection === 0) down(problem ?? new Error(`no response within ${connectMs} ms`))
  }, connectMs)

  return {
    run,
    runApart,
    isUp: () => isUp,
    ready: first.promise.finally(() => clearTimeout(limit)),
    join(user) {
      users.add(user)
      const leave = () => void users.delete(user)
      const subscribing = subscribe().catch(() => {})
      if (!isUp) return { ready: first.promise, leave }
      const current = connection
      const prepareNow = async () => {
        await subscribing
        await user.prepare?.(client)
      }
      const ready = within(connectMs, prepareNow()).then(user.onUp, (error) => lose(error, current))
      return { ready, leave }
    },
    about,
    canFailOver: target.kind !== 'single',
    database: target.database,
    async close() {
      isClosed = true
      clearTimeout(limit)
      // Waits until the commands sent before have been processed.
      if (isUp) await within(connectMs, client.quit()).catch(() => {})
      isUp = false
      for (const one of new Set([client, subscriber, apart])) one?.disconnect()
      first.resolve()
    },
  }
}

/** Rejects where `work` takes longer. A response that arrived while this process was busy counts as in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error(`no response within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(onTimeout), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** What ioredis calls an invalid reply. */
function sentinelProblem(error: Error, primary: string): Error {
  return error.message.endsWith('invalid reply: null')
    ? new Error(`the Sentinels have no primary ${primary}`)
    : error
}

const maxReasonLength = 200

/** Truncated, without passwords; a Redis error contains its command, AUTH included. */
function reasonWithout(error: unknown, secrets: string[]): string {
  const { code, message } = error as { code?: string; message?: string }
  return secrets
    .reduce((left, secret) => left.replaceAll(secret, '***'), message || code || 'unknown')
    .slice(0, maxReasonLength)
}
