// The Redis client of a server: one connection for commands, one for subscriptions, one for writes that wait for their confirmation.
// ioredis finds the primary and connects again; here every command has a deadline, and a failure means a new connection.
import type { FastifyBaseLogger } from 'fastify'
import { type RedisTarget, readRedisUrl, redisAddress } from '../../config/redis-url.ts'
import { type Commands, redisConnections } from './connections.ts'
import { createLink, type StateListener, within } from './link.ts'
import { createOutage } from './outage.ts'

export type { Commands } from './connections.ts'

/** Rejects where there is no connection or no response in time; the message holds no data and no password. */
type Run = <T>(ms: number, work: (client: Commands) => Promise<T>) => Promise<T>

export type RedisClient = {
  run: Run
  /** Runs as `run` does, over a connection of its own: WAIT and WAITAOF hold up the commands that follow them. */
  runApart: Run
  isUp: () => boolean
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>
  /** Called when the state has changed; returns the end of it. */
  onState: (listener: StateListener) => () => void
  /** Once. `onSubscribed` is called for each connection: messages before it are missed. */
  subscribe: (channel: string, onMessage: (message: string) => void, onSubscribed: () => void) => void
  /** Whether Redis can fail over to a replica. */
  canFailOver: boolean
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
  const about = { redis: redisAddress(url) }
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
  let [subscriber, apart]: (Commands | undefined)[] = []

  return {
    about,
    canFailOver: target.kind !== 'single',
    database: target.database,
    isUp: link.isUp,
    ready: link.ready,
    onState: link.onState,
    run: link.run,
    async runApart(ms, work) {
      if (!link.isUp()) throw new Error('no connection to Redis')
      apart ??= open(true)
      const current = apart
      return within(ms, work(current)).catch((error) => {
        current.disconnect()
        if (apart === current) apart = undefined
        throw new Error(reasonOf(error))
      })
    },
    subscribe(channel, onMessage, onSubscribed) {
      const connection = open().on('message', (_channel, message) => onMessage(message))
      subscriber = connection
      const subscribe = () => connection.subscribe(channel).then(onSubscribed, () => {})
      connection.on('ready', subscribe)
      // The commands perhaps go to another server afterwards.
      link.onState((isUp) => isUp || connection.status !== 'ready' || connection.disconnect(true))
    },
    async close() {
      await link.close()
      for (const one of [client, subscriber, apart]) one?.disconnect()
    },
  }
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
