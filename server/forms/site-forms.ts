// Forms as configured: delivery to the origin, notifications, retention, and the submission service.
import type { FastifyBaseLogger } from 'fastify'
import { defaultForm } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Time } from '../app-context.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Origin } from '../base/origin.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import type { Config } from '../config/config.ts'
import type { FormMetrics } from '../telemetry/form-metrics.ts'
import { type AcceptSubmission, createAccept, createDiscard, createLocalAccept } from './acceptance.ts'
import { createAttempts } from './attempts.ts'
import { createDelivery } from './delivery.ts'
import type { FormStores } from './form-stores.ts'
import { createChannels } from './notify/channels.ts'
import { createNotifications } from './notify/notifications.ts'
import { createFormRetention } from './retention.ts'
import { createSubmissionService, type SubmitForm } from './submission-service.ts'
import { createWorker } from './worker.ts'

type SiteFormsOptions = {
  config: Pick<
    Config,
    'formRateLimit' | 'formRetentionDays' | 'email' | 'webhook' | 'siteUrl' | 'formName' | 'showDrafts'
  >
  stores: FormStores
  origin: Pick<Origin, 'send' | 'read' | 'form'>
  log: FastifyBaseLogger
  metrics: FormMetrics
  messages: Record<Locale, Messages>
  facts: Pick<KeptFacts, 'languages' | 'offsetAt'>
  time: Pick<Time, 'now' | 'monotonic' | 'formTimeoutMs'>
}

type SiteForms = { submitForm: SubmitForm; close: () => Promise<void> }

/** Grace period for running attempts at shutdown; the rest is delivered after the next start. */
const closeMs = 5000

export async function createSiteForms(options: SiteFormsOptions): Promise<SiteForms> {
  const { config, stores, origin, log, metrics, messages, facts, time } = options
  const { now, monotonic, formTimeoutMs: timeoutMs } = time
  const { disk, redis, outboxes, outboxesOf } = stores
  const form = () => origin.form?.() ?? defaultForm
  const tallies = [...(redis ? [redis.tally] : []), createMemoryTally(monotonic)]
  const limit = createRateLimit({ most: config.formRateLimit, tallies })
  const serviceOver = (accept: AcceptSubmission) =>
    createSubmissionService({ accept, limit, form, messages, count: metrics.countSubmission, now })
  const deliver = createDelivery({ send: origin.send })
  if (config.showDrafts)
    return { submitForm: serviceOver(createDiscard({ deliver, messages })), close: async () => {} }
  const channels = await createChannels({ config, form, messages, facts, log, now })
  const attempts = createAttempts({ deliver, log, count: metrics.countOutcome })
  const workers = outboxes().map((outbox) => createWorker({ outbox, attempts, log }))
  metrics.watchOutboxes(outboxes())
  const notifications = createNotifications({ channels, outboxesOf, log, metrics })
  const retention = createFormRetention({ stores, days: config.formRetentionDays, log, now, monotonic })

  const { sendNow } = notifications
  const shared = { deliver, attempts, sendNow, log, timeoutMs }
  // What cannot be stored in Redis in this process waits on the disk.
  const accept = createAccept({ ...shared, outboxes: origin.read ? () => [disk] : outboxes })
  const submitForm = serviceOver(
    origin.read
      ? createLocalAccept({ outboxes, deliver, count: metrics.countOutcome, otherwise: accept })
      : accept,
  )
  return {
    submitForm,
    close: async () => {
      await retention.close()
      await Promise.all(workers.map((worker) => worker.close()))
      await Promise.all([attempts.settled(closeMs), notifications.close(closeMs)])
    },
  }
}
