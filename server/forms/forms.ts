// Forms: delivery to the origin, notifications, retention, and the submission service.
import { defaultForm } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import { type AcceptSubmission, createAccept, createDiscard, createLocalAccept } from './acceptance.ts'
import { createAttempts } from './attempts.ts'
import { createDelivery } from './delivery.ts'
import type { FormStores } from './form-stores.ts'
import { createChannels } from './notify/channels.ts'
import { createNotifications } from './notify/notifications.ts'
import { createFormRetention } from './retention.ts'
import { createSubmissionService, type SubmitForm } from './submission-service.ts'
import { createWorker } from './worker.ts'

/** Grace period for running attempts at shutdown; the rest is delivered after the next start. */
const closeMs = 5000

type Forms = { submitForm: SubmitForm; close: () => Promise<void> }

export async function createForms(
  { config, origin, telemetry, facts, time }: AppContext,
  stores: FormStores,
  messages: Record<Locale, Messages>,
): Promise<Forms> {
  const { log } = telemetry
  const metrics = telemetry.metrics.forms
  const { now, monotonic, formTimeoutMs: timeoutMs } = time
  const { disk, redis, outboxes, outboxesOf } = stores
  const form = () => origin.form() ?? defaultForm
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
  const isLocal = origin.kind === 'local'
  const shared = { deliver, attempts, sendNow, log, timeoutMs }
  // What cannot be stored in Redis in this process waits on the disk.
  const accept = createAccept({ ...shared, outboxes: isLocal ? () => [disk] : outboxes })
  const submitForm = serviceOver(
    isLocal
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
