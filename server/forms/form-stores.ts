// The outboxes of a server as configured: on its disk, and in the Redis that servers share, with one of each notification channel.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClient } from '../base/redis-client.ts'
import type { SaveMessage } from '../calls/form-call.ts'
import type { Config } from '../config/config.ts'
import { createDiskOutbox } from './disk-outbox.ts'
import { type ChannelName, channelNames, type Outbox } from './outbox.ts'
import { createRedisForms, type RedisForms } from './redis-forms.ts'
import { readFlags } from './spam-flags.ts'
import { formPath } from './submission.ts'

export type FormStores = {
  disk: Outbox
  redis: RedisForms | undefined
  /** All outboxes of messages, the one that new messages are written to first. */
  outboxes: () => Outbox[]
  outboxesOf: (channel: ChannelName) => Outbox[]
  /**
   * Saves messages of an origin in this process. With Redis first, what Redis does not confirm waits in the outbox on the disk. Where
   * drafts are shown, messages are discarded.
   */
  saveMessage: SaveMessage
  close: () => Promise<void>
}

type FormStoresOptions = {
  config: Pick<Config, 'dataDir' | 'email' | 'webhook' | 'showDrafts'>
  redis: RedisClient | undefined
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  /** Milliseconds since 1970. */
  now?: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
  /** See disk-outbox.ts. */
  resume?: boolean
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

/** Resolves after the first attempt to connect, successful or not. */
export async function createFormStores(options: FormStoresOptions): Promise<FormStores> {
  const { config, redis: client, log, now = Date.now, resume = false } = options
  const { monotonic = () => performance.now(), countMissing = () => {} } = options
  const copyTo = channelNames.filter((name) => config[name])
  const redis = client && (await createRedisForms({ redis: client, log, copyTo, countMissing }))
  const onDisk = { file: join(config.dataDir, 'outbox.sqlite'), now, monotonic, resume }
  const disk = createDiskOutbox({ ...onDisk, copyTo })
  const ofChannels = new Map(
    channelNames.map((channel): [ChannelName, Outbox[]] => {
      const shared = redis ? [redis.outboxOf(channel)] : []
      return [channel, [createDiskOutbox({ ...onDisk, channel }), ...shared]]
    }),
  )
  const redisFirst = () => (redis?.isDurable() ? redis : undefined)
  return {
    disk,
    redis,
    outboxes() {
      if (!redis) return [disk]
      return redisFirst() ? [redis.outbox, disk] : [disk, redis.outbox]
    },
    outboxesOf: (channel) => ofChannels.get(channel) ?? [],
    saveMessage: config.showDrafts ? discardMessage : createSaveMessage({ disk, redis: redisFirst, now }),
    async close() {
      const all = [disk, ...[...ofChannels.values()].flat()]
      await Promise.all(all.map((outbox) => outbox.close()))
      redis?.close()
    },
  }
}

type Places = { disk: Outbox; redis: () => RedisForms | undefined; now: () => number }

export function createSaveMessage({ disk, redis: redisFirst, now }: Places): SaveMessage {
  return async ({ name, key = randomUUID(), body, flags, locale }) => {
    const redis = redisFirst()
    // A message that waits on the disk has its copies for the channels there.
    const hasCopies = redis !== undefined && (await disk.states([key]).catch(() => new Map())).has(key)
    const about = { key, path: formPath(name), locale, fingerprint: '', body }
    const submission = { ...about, flags: readFlags(flags), receivedAt: now() }
    const added = await (redis?.outbox ?? disk).store(submission, hasCopies)
    return added === 'key reused' ? added : { id: key }
  }
}

const discardMessage: SaveMessage = async ({ key = randomUUID() }) => ({ id: key })
