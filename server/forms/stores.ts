// Stores of a server: the connection to Redis, where there is one, and the messages in Redis and on the disk.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Telemetry, Time } from '../app-context.ts'
import { connectRedis } from '../base/redis-client.ts'
import type { Config } from '../config/config.ts'
import { readRedisUrl } from '../config/redis-url.ts'
import type { SaveMessage } from '../content/calls/form-call.ts'
import { createDiskStore } from './disk-store.ts'
import { moveFile, moveKeys } from './former-stores.ts'
import { type Added, type ChannelName, type Message, readFlags } from './message.ts'
import { createRedisStore } from './redis-store.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

type StoresOptions = {
  config: Pick<Config, 'redisUrl' | 'dataDir' | 'apiBase' | 'formRetentionDays'>
  telemetry: Pick<Telemetry, 'log'> & Partial<Pick<Telemetry, 'metrics'>>
  time?: Partial<Pick<Time, 'now' | 'monotonic'>>
  /** Leases of the previous process are void, and what waits is due. False beside a server that runs. */
  resumes?: boolean
  /** Time limit of an attempt to connect to Redis. */
  connectMs?: number
}

const dayMs = 24 * 3_600_000
const moveEveryMs = 10_000
const retentionEveryMs = 3_600_000
/** A larger step of the wall clock means that it was set. */
const largestStepMs = 600_000
const what = 'form messages and their notifications'

/** Resolves after the first attempt to connect to Redis, successful or not. */
export async function openStores({ config, telemetry, time = {}, resumes = true, connectMs }: StoresOptions) {
  const { log, metrics } = telemetry
  const { now = Date.now, monotonic = () => performance.now() } = time
  const redis = await connectRedis({
    target: readRedisUrl(config.redisUrl),
    log,
    ...(connectMs && { connectMs }),
  })
  const file = join(config.dataDir, 'messages.sqlite')
  const disk = createDiskStore({ file, resumes, now, monotonic })
  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted')
    metrics?.forms.countMissing()
  }
  const shared = redis && createRedisStore(redis, onMissing)
  const all = shared ? [disk, shared] : [disk]
  /** Of Redis: of its settings, and of the last write; empty: none. */
  const problems = { settings: '', write: '' }
  /** Keys of messages that Redis may have as well, because it did not confirm the write. */
  const onDisk = new Set<string>()
  let [movedAt, retainedAt, clockOffset] = [-Infinity, -Infinity, now() - monotonic()]

  const report = (kind: keyof typeof problems, problem: string) => {
    if (problem && !problems[kind])
      log.warn({ ...redis?.about, problem }, 'Redis does not store forms: they are stored on the disk')
    problems[kind] = problem
  }
  const prepare = async () => {
    const keys = [...onDisk]
    try {
      report('settings', (await shared?.prepare(keys)) ?? '')
      report('write', '')
      for (const key of keys) onDisk.delete(key)
    } catch (error) {
      report('write', (error as Error).message)
    }
  }
  await redis?.ready
  if (redis?.isUp()) await prepare()
  const stop = redis?.onState((isUp) => isUp && prepare())

  /** Undefined where no store has it. */
  async function add(message: Message, channels: ChannelName[], formerKey?: string) {
    let isUnconfirmed = false
    for (const store of shared && !problems.settings ? [shared, disk] : [disk]) {
      try {
        const added = await store.add(message, channels, formerKey)
        if (store === shared) report('write', '')
        if (isUnconfirmed) onDisk.add(message.key)
        return { store, added }
      } catch (error) {
        const { message: reason } = error as Error
        isUnconfirmed = store === shared
        if (isUnconfirmed) report('write', reason)
        else log.error({ reason, outbox: store.name }, 'form submission not stored')
      }
    }
    return undefined
  }

  /** Servers of 0.2 may run on, and an older version that is started again writes to its own stores. */
  async function moveFormer() {
    if (monotonic() - movedAt < moveEveryMs) return
    movedAt = monotonic()
    const isLocal = config.apiBase === ''
    await moveFile(join(config.dataDir, 'outbox.sqlite'), disk, isLocal, now())
    const moved = shared && redis.isUp() ? await moveKeys(redis, shared, isLocal) : 0
    if (moved > 0) movedAt = -Infinity
  }

  /** The first run is always logged, further ones where something was deleted. */
  async function retain() {
    if (monotonic() - retainedAt < retentionEveryMs) return
    const isFirst = retainedAt === -Infinity
    retainedAt = monotonic()
    // A clock set to a wrong year must not delete everything: an hour to set it right.
    const stepMs = Math.round(now() - monotonic() - clockOffset)
    clockOffset += stepMs
    if (Math.abs(stepMs) >= largestStepMs) return log.warn({ what, stepMs }, 'retention: clock was set')
    const days = config.formRetentionDays
    // The other deletes even where one store cannot be reached.
    const dropped = all.map((store) =>
      store.drop(now() - days * dayMs).catch((error: Error) => {
        log.warn({ outbox: store.name, reason: error.message }, 'retention: outbox not reachable')
        return 0
      }),
    )
    const deleted = (await Promise.all(dropped)).reduce((sum, one) => sum + one, 0)
    if (isFirst || deleted > 0) log.info({ what, days, deleted }, 'retention')
  }

  const saveMessage = createSaveMessage(async (message) => {
    const saved = await add(message, [])
    if (!saved) throw new Error('no store has the message')
    return saved.added
  }, now)

  return {
    redis,
    all,
    add,
    saveMessage,
    /** To be called often: deletes old messages, and moves what waits in the stores of 0.2. */
    async maintain() {
      await Promise.all([retain(), moveFormer()])
    },
    /** For /readyz. */
    warnings() {
      const problem = problems.settings || problems.write
      return problem ? [`Redis does not store forms, they are on the disk of this server: ${problem}`] : []
    },
    async close() {
      stop?.()
      await disk.close()
      await redis?.close()
    },
  }
}

/** Saves the messages of a local origin, which have no delivery. */
export function createSaveMessage(add: (message: Message) => Promise<Added>, now: () => number): SaveMessage {
  return async ({ name, key = randomUUID(), body, flags, locale }) => {
    const about = { key, form: name, locale, fingerprint: '', flags: readFlags(flags) }
    const added = await add({ ...about, fields: body, received: now() })
    return added.kind === 'key reused' ? added.kind : { id: key }
  }
}
