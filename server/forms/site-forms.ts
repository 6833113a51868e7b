// Forms as configured: outboxes in Redis and on the disk, their workers, notifications, and the submission service.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Send } from '../base/origin.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import { createRetention } from '../base/retention.ts'
import type { Config } from '../config/config.ts'
import type { FormMetrics } from '../telemetry/form-metrics.ts'
import { createAccept } from './acceptance.ts'
import { createAttempts } from './attempts.ts'
import { createDelivery } from './delivery.ts'
import { createDiskOutbox } from './disk-outbox.ts'
import type { Channel } from './notify/channel.ts'
import { createChannels } from './notify/channels.ts'
import { createNotifications } from './notify/notifications.ts'
import { type ChannelName, channelNames, type Outbox } from './outbox.ts'
import { createRedisForms } from './redis-forms.ts'
import { createSubmissionService, type SubmitForm } from './submission-service.ts'
import { createWorker } from './worker.ts'

type FormsConfig = Pick<
  Config,
  | 'dataDir'
  | 'redisUrl'
  | 'formRateLimit'
  | 'formRetentionDays'
  | 'email'
  | 'webhook'
  | 'siteUrl'
  | 'formName'
>

type Options = {
  config: FormsConfig
  send: Send
  log: FastifyBaseLogger
  metrics: FormMetrics
  messages: Record<Locale, Messages>
  facts: Pick<KeptFacts, 'languages' | 'offsetAt'>
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  timeoutMs: number
}

type SiteForms = { submitForm: SubmitForm; close: () => Promise<void> }

/** Grace period for running attempts at shutdown; the rest is delivered after the next start. */
const closeMs = 5000

export const outboxFile = (dataDir: string) => join(dataDir, 'outbox.sqlite')

export async function createSiteForms(options: Options): Promise<SiteForms> {
  const { config, send, log, metrics, messages, now, monotonic, timeoutMs } = options
  const channels = await createChannels({ config, messages, facts: options.facts, log, now })
  const stores = await createStores(options, channels)
  const { redis, disk, outboxes, outboxesOf } = stores
  // Redis first: other servers can deliver from it. The disk first where Redis is not durable.
  const preferred = () => (redis?.isDurable() ? [redis.outbox, disk] : outboxes)
  const deliver = createDelivery({ send })
  const attempts = createAttempts({ deliver, log, count: metrics.countOutcome })
  const workers = outboxes.map((outbox) => createWorker({ outbox, attempts, log }))
  metrics.watchOutboxes(outboxes)
  const notifications = createNotifications({ channels, outboxesOf, log, metrics })
  const retention = createRetention({
    days: config.formRetentionDays,
    what: 'rejected form messages and old notifications',
    drop: createDrop([...outboxes, ...channelNames.flatMap(outboxesOf)], log),
    ...{ log, now, monotonic },
  })

  const tallies = [...(redis ? [redis.tally] : []), createMemoryTally(monotonic)]
  const { sendNow } = notifications
  const submitForm = createSubmissionService({
    accept: createAccept({ outboxes: preferred, attempts, deliver, sendNow, log, timeoutMs }),
    limit: createRateLimit({ most: config.formRateLimit, tallies }),
    messages,
    count: metrics.countSubmission,
    now,
  })
  return {
    submitForm,
    close: async () => {
      await retention.close()
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all([attempts.settled(closeMs), notifications.close(closeMs)])
      await stores.close()
    },
  }
}

/** The outboxes on the disk and in Redis: of the delivery to the origin, and of each channel. */
async function createStores({ config, log, metrics, now, monotonic }: Options, channels: Channel[]) {
  const copyTo = channels.map(({ name }) => name)
  const redis = config.redisUrl
    ? await createRedisForms({ url: config.redisUrl, log, copyTo, countMissing: metrics.countMissing })
    : undefined
  const onDisk = { file: outboxFile(config.dataDir), now, monotonic, resume: true }
  const disk = createDiskOutbox({ ...onDisk, copyTo })
  const ofChannels = new Map(
    channelNames.map((channel) => {
      const shared = redis ? [redis.outboxOf(channel)] : []
      return [channel, [createDiskOutbox({ ...onDisk, channel }), ...shared]]
    }),
  )
  const outboxes: Outbox[] = [disk, ...(redis ? [redis.outbox] : [])]
  return {
    redis,
    disk,
    outboxes,
    outboxesOf: (channel: ChannelName): Outbox[] => ofChannels.get(channel) ?? [],
    close: async () => {
      const all = [...outboxes, ...[...ofChannels.values()].flat()]
      await Promise.all(all.map((outbox) => outbox.close()))
      await redis?.close()
    },
  }
}

/** A store that cannot be reached does not keep the others from deleting. */
function createDrop(outboxes: Outbox[], log: FastifyBaseLogger) {
  return async (before: number): Promise<number> => {
    const dropped = outboxes.map((outbox) =>
      outbox.drop(before).catch((error: Error) => {
        log.warn({ outbox: outbox.name, reason: error.message }, 'retention: outbox not reachable')
        return 0
      }),
    )
    return (await Promise.all(dropped)).reduce((sum, one) => sum + one, 0)
  }
}
