// Redis connection for data that must survive, and what a write survives: a restart of Redis, a failover to a replica.
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { readRedisUrl, redisAddress } from '../../config/redis-url.ts'
import { createRedisClient } from './client.ts'
import { createOutage } from './connection.ts'

/** Runs commands with a deadline; rejects after it. */
export type WithRedis = <T>(work: (client: Redis) => Promise<T>, ms?: number) => Promise<T>

/**
 * Undefined where the writes before it on this connection are as durable as Redis makes them, else what is missing.
 * WAIT and WAITAOF are about the writes of their own connection, so `work` of one call has the writes and this.
 */
export type Sync = (client: Redis) => Promise<string | undefined>

export type DurableRedis = {
  withRedis: WithRedis
  sync: Sync
  /** How long `sync` takes at most. */
  syncMs: number
  /** Unreachable since the start: assumed to be durable. */
  isDurable: () => boolean
  close: () => Promise<void>
}

type Options = {
  url: string
  /** Any key: all of them have its hash tag. */
  key: string
  /** Of the connection, and in the log. */
  name: string
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  texts: { down: string; up: string; notDurable: string; durable: string }
  onUp?: () => void
  watchMs?: number
  /** Time limit of an attempt to connect, in milliseconds. */
  connectMs?: number | undefined
}

const commandTimeoutMs = 1000
const syncMs = 1000
const pauseMs = 1000
const heartbeatMs = 2000

/** Resolves after the first attempt to connect, successful or not. */
export async function connectDurableRedis(options: Options): Promise<DurableRedis> {
  const { url, key, name, log, texts, onUp = () => {} } = options
  const { watchMs = 2000, connectMs = commandTimeoutMs } = options
  const about = { redis: redisAddress(url) }
  const isAlone = readRedisUrl(url).kind === 'single'
  let [problem, hasWaitAof, copies]: [string | undefined, boolean, number] = [undefined, false, 0]

  /** Replicas come and go while the connection stays. */
  const assess = async (redis: Redis) => {
    const found = await replicasOf(redis)
    // INFO may be forbidden: then WAIT tells.
    copies = isAlone ? Math.min(found ?? 0, 1) : 1
    const noReplica = !isAlone && found === 0 ? 'no replica is connected' : undefined
    const now = (await storeProblem(redis)) ?? noReplica
    if (now && now !== problem) log.warn({ ...about, problem: now }, texts.notDurable)
    if (!now && problem) log.info(about, texts.durable)
    problem = now
  }

  const outage = createOutage({
    ...{ log, about, coolDownMs: pauseMs, onChange: () => {}, now: () => performance.now() },
    begins: texts.down,
    ends: texts.up,
  })
  const client = await createRedisClient({
    ...{ url, key, name, connectMs, heartbeatMs, pauseMs: outage.pauseMs },
    async prepare(redis) {
      await assess(redis)
      hasWaitAof = await redis.call('WAITAOF', '0', '0', '1').then(
        () => true,
        () => false,
      )
    },
    onUp() {
      outage.end()
      onUp()
    },
    onDown: outage.begin,
  })
  const watch = setInterval(() => {
    if (client.isUp()) client.run(commandTimeoutMs, assess).catch(() => {})
  }, watchMs)
  watch.unref()
  await client.ready

  return {
    withRedis: (work, ms = commandTimeoutMs) => client.run(ms, work),
    async sync(redis) {
      if (problem) return undefined
      const [written, copied] = await Promise.all([
        hasWaitAof
          ? redis.call('WAITAOF', '1', '0', String(syncMs)).then((acks) => (acks as number[])[0])
          : 1,
        copies > 0 ? redis.call('WAIT', String(copies), String(syncMs)) : 0,
      ])
      if (!written) return `not synced to the disk of Redis within ${syncMs} ms`
      return Number(copied) < copies ? `not copied to a replica of Redis within ${syncMs} ms` : undefined
    },
    // WAITAOF and WAIT wait one after the other.
    syncMs: 2 * syncMs + 300,
    isDurable: () => problem === undefined,
    async close() {
      clearInterval(watch)
      await client.close()
    },
  }
}

async function replicasOf(client: Redis): Promise<number | undefined> {
  const text = await client.info('replication').catch(() => '')
  const found = /^connected_slaves:(\d+)/m.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** INFO and not CONFIG GET, which hosted services do not allow. */
async function storeProblem(client: Redis): Promise<string | undefined> {
  if (!/^aof_enabled:1\b/m.test(await client.info('persistence'))) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(await client.info('memory'))?.[1]
  return policy && `maxmemory-policy is ${policy}`
}
