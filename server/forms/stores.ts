// Stores of a server: the connection to Redis, where there is one, and the messages in Redis and on the disk.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Time } from '../app-context.ts'
import { connectRedis } from '../cache/redis-client.ts'
import type { Config } from '../config/schema.ts'
import type { SaveMessage } from '../content/calls/form-call.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { createDiskStore } from './disk-store.ts'
import { moveFile, moveKeys } from './former-stores.ts'
import { createMessage, type Message, readFlags, type Store, stateAtUpstream } from './message.ts'
import { createRedisStore } from './redis-store.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

type StoresOptions = {
  config: Pick<Config, 'redis' | 'dataDir' | 'apiBase' | 'formRetentionDays'>
  telemetry: Pick<Telemetry, 'log'>
  time?: Partial<Pick<Time, 'now' | 'monotonic'>>
  /** Leases of the previous process are void, and what waits is due. False beside a server that runs. */
  resumes?: boolean
  /** Time limit of an attempt to connect to Redis, and of a command. */
  redisMs?: number
}

const dayMs = 24 * 3_600_000
const [moveEveryMs, retentionEveryMs] = [10_000, 3_600_000]
/** A larger step of the wall clock means that it was set. */
const largestStepMs = 600_000
/** Unlike that of `performance`, the same for all processes of a machine: they share the disk. */
const machineMs = () => Number(process.hrtime.bigint() / 1_000_000n)

/** Resolves after the first attempt to connect to Redis, successful or not. */
export async function openStores({ config, telemetry, time = {}, resumes = true, redisMs }: StoresOptions) {
  const { log } = telemetry
  const { now = Date.now, monotonic = machineMs } = time
  const redis = await connectRedis(config.redis, log, redisMs)
  const file = join(config.dataDir, 'messages.sqlite')
  const disk = createDiskStore(file, resumes, { now, monotonic })
  const shared = redis && createRedisStore(redis)
  const all: Store[] = shared ? [disk, shared] : [disk]
  /** Why Redis does not store messages; empty: it does. */
  let problem = ''
  const report = (next: string) => {
    const line = 'Redis does not store forms: they are stored on the disk'
    if (next && !problem) log.warn({ ...redis?.about, problem: next }, line)
    problem = next
  }
  report(redis?.weakness() ?? '')
  const stop = redis?.onState((isUp) => isUp && report(redis.weakness()))

  /** Rejects where no store has it. */
  async function add(message: Message, pauseMs: number) {
    const addTo = async (store: Store) => {
      const earlier = await store.add(message, pauseMs)
      return { store, earlier, isKeyReused: earlier !== undefined && earlier.digest !== message.digest }
    }
    if (!shared || redis.weakness()) return addTo(disk)
    const added = await addTo(shared).catch((error: Error) => report(error.message))
    if (added) report('')
    return added ?? addTo(disk)
  }

  const every = (ms: number, work: () => Promise<void>) => {
    let at = -Infinity
    return async () => {
      if (monotonic() - at < ms) return
      at = monotonic()
      await work()
    }
  }

  /** Servers of 0.2 may run on, and an older version that is started again writes to its own stores. */
  const moveFormer = every(moveEveryMs, async () => {
    const isLocal = config.apiBase === ''
    await moveFile(join(config.dataDir, 'outbox.sqlite'), disk, isLocal, now())
    if (shared && redis.isUp()) await moveKeys(redis, shared, isLocal)
  })

  let clockOffset = now() - monotonic()
  const retain = every(retentionEveryMs, async () => {
    // A clock set to a wrong year must not delete everything: an hour to set it right.
    const stepMs = Math.round(now() - monotonic() - clockOffset)
    clockOffset += stepMs
    if (Math.abs(stepMs) >= largestStepMs) return log.warn({ stepMs }, 'retention: clock was set')
    const days = config.formRetentionDays
    // The other deletes even where one store cannot be reached.
    const dropped = all.map((store) => dropOld(store, now() - days * dayMs).catch(() => 0))
    const deleted = (await Promise.all(dropped)).reduce((sum, one) => sum + one, 0)
    if (deleted > 0) log.info({ days, deleted }, 'retention: form messages')
  })

  /** Saves a message of a local source, which has no delivery. */
  const saveMessage: SaveMessage = async ({ name, key = randomUUID(), body, flags, locale }) => {
    const about = { key, form: name, locale, fingerprint: '', flags: readFlags(flags).join(' ') }
    const message = createMessage({ ...about, fields: body, received: now(), deliveries: [] })
    const { isKeyReused } = await add(message, 0)
    return isKeyReused ? 'key reused' : { id: key }
  }

  return {
    redis,
    all,
    add,
    saveMessage,
    /** To be called often: deletes old messages, and moves what waits in the stores of 0.2. */
    async maintain() {
      await Promise.all([retain(), moveFormer()])
    },
    /** Why Redis does not store messages, if it does not. */
    fault: () => problem || undefined,
    async close() {
      stop?.()
      disk.close()
      await redis?.close()
    },
  }
}

/** Deletes what was received before a time and does not wait for the upstream; resolves with the number of messages. */
export async function dropOld(store: Store, before: number): Promise<number> {
  const isOld = (one: Message) => one.received < before && stateAtUpstream(one) !== 'waiting'
  const old = (await store.list()).filter(isOld)
  for (const { key } of old) await store.remove(key)
  return old.length
}
