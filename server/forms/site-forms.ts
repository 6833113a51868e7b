// Forms as configured: outboxes in Redis and on the disk, their workers, and the submission service.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Send } from '../base/origin.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import type { Config } from '../config/config.ts'
import type { FormMetrics } from '../telemetry/form-metrics.ts'
import { createAccept } from './acceptance.ts'
import { createAttempts } from './attempts.ts'
import { createDelivery } from './delivery.ts'
import { createDiskOutbox } from './disk-outbox.ts'
import { createRedisForms } from './redis-forms.ts'
import { createSubmissionService, type SubmitForm } from './submission-service.ts'
import { createWorker } from './worker.ts'

type Options = {
  config: Pick<Config, 'dataDir' | 'redisUrl' | 'formRateLimit'>
  send: Send
  log: FastifyBaseLogger
  metrics: FormMetrics
  messages: Record<Locale, Messages>
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
  const redis = config.redisUrl
    ? await createRedisForms({ url: config.redisUrl, log, countMissing: metrics.countMissing })
    : undefined
  const disk = createDiskOutbox({ file: outboxFile(config.dataDir), now, monotonic, resume: true })
  // Redis first: other servers can deliver from it. The disk first where Redis is not durable.
  const preferred = () => (redis?.isDurable() ? [redis.outbox, disk] : outboxes)
  const outboxes = [disk, ...(redis ? [redis.outbox] : [])]
  const deliver = createDelivery({ send })
  const attempts = createAttempts({ deliver, log, count: metrics.countOutcome })
  const workers = outboxes.map((outbox) => createWorker({ outbox, attempts, log }))
  metrics.watchOutboxes(outboxes)

  const tallies = [...(redis ? [redis.tally] : []), createMemoryTally(monotonic)]
  const submitForm = createSubmissionService({
    accept: createAccept({ outboxes: preferred, attempts, deliver, log, timeoutMs }),
    limit: createRateLimit({ most: config.formRateLimit, tallies }),
    messages,
    count: metrics.countSubmission,
    now,
  })
  return {
    submitForm,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()))
      await attempts.settled(closeMs)
      await Promise.all(outboxes.map((outbox) => outbox.close()))
      await redis?.close()
    },
  }
}
