// Stores of a server: the connection to Redis, where there is one, and the messages in Redis and on the disk.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Telemetry } from '../app-context.ts'
import { type Commands, connectRedis, type RedisClient } from '../base/redis-client.ts'
import type { SaveMessage } from '../calls/form-call.ts'
import type { Config } from '../config/config.ts'
import { readRedisUrl } from '../config/redis-url.ts'
import type { Clocks } from './clock-steps.ts'
import { createDiskStore } from './disk-store.ts'
import { createMoves } from './former-stores.ts'
import type { Added, ChannelName, Message } from './message.ts'
import { createGroups, createRedisStore } from './redis-store.ts'
import { readFlags } from './spam-flags.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

type StoresOptions = { config: Config; telemetry: Pick<Telemetry, 'log' | 'metrics'>; time?: Partial<Clocks> }

/** Resolves after the first attempt to connect to Redis, successful or not. */
export async function openStores({ config, telemetry, time = {} }: StoresOptions) {
  const { log, metrics } = telemetry
  const redis = await connectRedis({ target: readRedisUrl(config.redisUrl), log })
  const { countMissing } = metrics.forms
  const forms = await createFormStores({ config, redis, log, resumes: true, countMissing, ...time })
  const close = async () => {
    await forms.close()
    await redis?.close()
  }
  return { redis, forms, close }
}

/** `resumes`: see disk-store.ts. `countMissing`: called for each accepted message that is no longer in Redis. */
type FormStoresOptions = Partial<Clocks> & {
  config: Pick<Config, 'dataDir' | 'apiBase'>
  redis: RedisClient | undefined
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  resumes?: boolean
  countMissing?: () => void
}

const commandMs = 1000

export async function createFormStores(options: FormStoresOptions) {
  const { config, redis, log, now = Date.now, resumes = false, countMissing = () => {} } = options
  const { monotonic = () => performance.now() } = options
  const disk = createDiskStore({ file: join(config.dataDir, 'messages.sqlite'), now, monotonic, resumes })
  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted')
    countMissing()
  }
  const shared = redis && { client: redis, store: createRedisStore(redis, onMissing) }
  /** Of Redis: of its settings, and of the last write; empty: none. */
  const problems = { settings: '', write: '' }
  const report = (kind: keyof typeof problems, problem: string) => {
    if (problem && !problems[kind])
      log.warn({ ...redis?.about, problem }, 'Redis does not store forms: they are stored on the disk')
    problems[kind] = problem
  }
  const prepare = async ({ run }: RedisClient) => {
    try {
      report('settings', await run(commandMs, durabilityProblem))
      await run(commandMs, createGroups)
      report('write', '')
    } catch (error) {
      report('write', (error as Error).message)
    }
  }
  await redis?.ready
  if (redis?.isUp()) await prepare(redis)
  const stop = redis?.onState((isUp) => isUp && prepare(redis))

  /** Undefined where no store has it. */
  async function add(message: Message, channels: ChannelName[], formerKey?: string) {
    for (const store of shared && !problems.settings ? [shared.store, disk] : [disk]) {
      try {
        const added: Added = await store.add(message, channels, formerKey)
        if (store !== disk) report('write', '')
        return { store, added }
      } catch (error) {
        const { message: reason } = error as Error
        if (store !== disk) report('write', reason)
        else log.error({ reason, outbox: store.name }, 'form submission not stored')
      }
    }
    return undefined
  }

  const saveMessage = createSaveMessage(async (message) => {
    const saved = await add(message, [])
    if (!saved) throw new Error('no store has the message')
    return saved.added
  }, now)

  return {
    all: shared ? [disk, shared.store] : [disk],
    add,
    saveMessage,
    /** Moves what waits in the stores of 0.2. */
    move: createMoves({ config, disk, redis: shared, now, monotonic }),
    /** For /readyz. */
    warnings() {
      const problem = problems.settings || problems.write
      return problem ? [`Redis does not store forms, they are on the disk of this server: ${problem}`] : []
    },
    async close() {
      stop?.()
      await disk.close()
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

/** INFO and not CONFIG GET, which hosted services do not allow; where INFO is forbidden as well, Redis counts as durable. */
async function durabilityProblem(client: Commands): Promise<string> {
  const info = await client.info().catch((error: Error) => {
    if (!error.message.startsWith('NOPERM')) throw error
    return ''
  })
  if (/^aof_enabled:0\b/m.test(info)) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(info)?.[1]
  return policy ? `maxmemory-policy is ${policy}` : ''
}
