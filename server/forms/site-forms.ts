// The forms that the configuration asks for: Redis and the disk as outboxes, workers on both, the door in front.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Messages } from '../../shared/i18n/messages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Send } from '../base/origin.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import type { Config } from '../config/config.ts'
import type { FormMetrics } from '../telemetry/form-metrics.ts'
import { createDoor } from './acceptance.ts'
import { createAttempts } from './attempts.ts'
import { createDelivery } from './delivery.ts'
import { createDiskOutbox } from './disk-outbox.ts'
import { createRedisForms } from './redis-forms.ts'
import { createIntake, type Take } from './submission-service.ts'
import { createWorker } from './worker.ts'

type Options = {
  config: Pick<Config, 'dataDir' | 'redisUrl' | 'formRateLimit'>
  send: Send
  log: FastifyBaseLogger
  metrics: FormMetrics
  messages: Record<Locale, Messages>
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonic: () => number
  timeoutMs: number
}

type SiteForms = { take: Take; close: () => Promise<void> }

/** Attempts may go on for so long when the server stops; what they leave is delivered after the next start. */
const closeMs = 5000

export const outboxFile = (dataDir: string) => join(dataDir, 'outbox.sqlite')

export async function createSiteForms(options: Options): Promise<SiteForms> {
  const { config, send, log, metrics, messages, now, monotonic, timeoutMs } = options
  const redis = config.redisUrl
    ? await createRedisForms({ url: config.redisUrl, log, countMissing: metrics.countMissing })
    : undefined
  const disk = createDiskOutbox({ file: outboxFile(config.dataDir), now, monotonic, resume: true })
  // Other servers deliver what is in Redis when this one is gone for good; a Redis that writes nothing down comes second.
  const preferred = () => (redis?.isDurable() ? [redis.outbox, disk] : outboxes)
  const outboxes = [disk, ...(redis ? [redis.outbox] : [])]
  const deliver = createDelivery({ send })
  const attempts = createAttempts({ deliver, log, count: metrics.countOutcome })
  const workers = outboxes.map((outbox) => createWorker({ outbox, attempts, log }))
  metrics.watchOutboxes(outboxes)

  const tallies = [...(redis ? [redis.tally] : []), createMemoryTally(monotonic)]
  const take = createIntake({
    submit: createDoor({ outboxes: preferred, attempts, deliver, log, timeoutMs }),
    limit: createRateLimit({ most: config.formRateLimit, tallies }),
    messages,
    count: metrics.countSubmission,
    now,
  })
  return {
    take,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()))
      await attempts.settled(closeMs)
      await Promise.all(outboxes.map((outbox) => outbox.close()))
      await redis?.close()
    },
  }
}
