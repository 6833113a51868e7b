// Forms: the channels as configured, their worker, and the submission service.
import type { FastifyBaseLogger } from 'fastify'
import { defaultForm } from '../../shared/form.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { createMemoryTally, createRateLimit, createRedisTally } from '../base/rate-limit.ts'
import { createNotices, type NoticeOptions } from './notice.ts'
import { createRetention } from './retention.ts'
import type { Stores } from './stores.ts'
import { createSubmit, type SubmitForm } from './submit.ts'
import { createUpstreamChannel } from './upstream.ts'
import { type Channel, createWorker } from './worker.ts'

export async function createForms(
  { config, origin, telemetry, facts, time }: AppContext,
  { forms: stores, redis }: Stores,
  messages: Record<Locale, Messages>,
) {
  const { log, metrics } = telemetry
  const { countSubmission, countOutcome, countNotification, watchOutboxes, watchChannels } = metrics.forms
  const { now, monotonic, formTimeoutMs: timeoutMs } = time
  const form = () => origin.form?.() ?? defaultForm
  const { formResend: resends, formRetentionDays: days, showDrafts: discards } = config
  const upstream = origin.read ? [] : [createUpstreamChannel({ send: origin.send, resends })]
  const notices = discards ? [] : await createNoticeChannels({ config, form, messages, facts, log, now })
  const all = [...upstream, ...notices]
  const worker = createWorker({
    stores: discards ? [] : stores.all,
    channels: all,
    log,
    count: (channel, kind) =>
      channel === 'upstream' ? countOutcome(kind) : countNotification(channel, kind),
    chores: discards ? [] : [stores.move, createRetention({ stores: stores.all, days, log, now, monotonic })],
  })
  const measured = (channel: Channel['name']) =>
    stores.all.map(({ name, usage }) => ({ name, usage: () => usage(channel) }))
  watchOutboxes(measured('upstream'))
  watchChannels(notices.map(({ name }) => ({ channel: name, outboxes: measured(name) })))

  const tallies = [...(redis ? [createRedisTally(redis)] : []), createMemoryTally(monotonic)]
  const limit = createRateLimit({ most: config.formRateLimit, tallies })
  const channels = all.map(({ name }) => name)
  const submit = createSubmit({ stores, worker, channels, limit, form, messages, discards, now, timeoutMs })
  const submitForm: SubmitForm = async (submission) => {
    const result = await submit(submission)
    countSubmission(result.kind)
    return result
  }
  const rejected = () => {
    const count = worker.refused()
    return count > 0 ? [`form messages that the content API has rejected: ${count}, see \`forms list\``] : []
  }
  return { submitForm, warnings: () => [...stores.warnings(), ...rejected()], close: worker.close }
}

type ChannelsOptions = NoticeOptions & {
  config: Pick<AppContext['config'], 'email' | 'webhook'>
  log: FastifyBaseLogger
  now: () => number
}

/** Loaded on demand, as their libraries are. */
export async function createNoticeChannels(options: ChannelsOptions): Promise<Channel[]> {
  const { log, now } = options
  const { email, webhook } = options.config
  const notice = createNotices(options)
  return [
    ...(email ? [await (await import('./email.ts')).createEmailChannel(email, notice, log)] : []),
    ...(webhook ? [(await import('./webhook.ts')).createWebhookChannel(webhook, notice, now)] : []),
  ]
}
