// The Redis client of a server: one connection for commands, one for subscriptions. ioredis connects again; here every command has a
// deadline, and a failure means a new connection.
import type { FastifyBaseLogger } from 'fastify'
import { type RedisTarget, readRedisUrl } from '../../config/redis-url.ts'
import { type Commands, redisConnections } from './connections.ts'
import { createLink, type StateListener } from './link.ts'
import { createOutage } from './outage.ts'

export type { Commands } from './connections.ts'

/** Rejects where there is no connection or no response in time; the message holds no data and no password. */
type Run = <T>(ms: number, work: (client: Commands) => Promise<T>) => Promise<T>

export type RedisClient = {
  run: Run
  isUp: () => boolean
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>
  /** Called when the state has changed; returns the end of it. */
  onState: (listener: StateListener) => () => void
  /** Once. `onSubscribed` is called for each connection: messages before it are missed. */
  subscribe: (channel: string, onMessage: (message: string) => void, onSubscribed: () => void) => void
  database: number
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
  /** Pause before the next attempt. */
  coolDownMs?: number
}

/** Undefined without REDIS_URL. */
export async function connectRedis(options: RedisClientOptions): Promise<RedisClient | undefined> {
  const { url, log, connectMs = 1000, coolDownMs = 1000 } = options
  if (url === '') return undefined
  const target = readRedisUrl(url)
  const about = { redis: addressOf(target) }
  const outage = createOutage({
    log,
    about,
    coolDownMs,
    begins: 'redis is down: each server uses its own memory and disk',
    ends: 'redis is up',
  })
  const reasonOf = (error: unknown) => reasonWithout(error, target)
  const open = await redisConnections({ target, connectMs, pauseMs: outage.pauseMs })
  const client = open()
  const link = createLink({ client, connectMs, outage, reasonOf })
  let subscriber: Commands | undefined

  return {
    about,
    database: target.database,
    isUp: link.isUp,
    ready: link.ready,
    onState: link.onState,
    run: link.run,
    subscribe(channel, onMessage, onSubscribed) {
      const connection = open().on('message', (_channel, message) => onMessage(message))
      subscriber = connection
      const subscribe = () => connection.subscribe(channel).then(onSubscribed, () => {})
      connection.on('ready', subscribe)
      link.onState((isUp) => isUp || connection.status !== 'ready' || connection.disconnect(true))
    },
    async close() {
      await link.close()
      client.disconnect()
      subscriber?.disconnect()
    },
  }
}

/** Without user name and password. */
function addressOf({ host, port }: RedisTarget): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

const maxReasonLength = 200

/** Truncated, without passwords; a Redis error contains its command, AUTH included. */
function reasonWithout(error: unknown, { secrets }: RedisTarget): string {
  const { code, message } = error as { code?: string; message?: string }
  return secrets
    .reduce((left, secret) => left.replaceAll(secret, '***'), message || code || 'unknown')
    .slice(0, maxReasonLength)
}
