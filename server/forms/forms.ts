// Forms: a submission is checked, stored and delivered once while the visitor waits; the worker delivers what is left.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { canonicalFields, defaultForm, type FormErrors } from '../../shared/form.ts'
import { checkedValues, checkForm } from '../../shared/form-check.ts'
import { createTranslate, type Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import { formPath, type Message, type UpstreamResponse } from './message.ts'
import { createNotices, type NoticeOptions } from './notice.ts'
import { createRedisTally } from './redis-store.ts'
import { createRetention } from './retention.ts'
import { type BotSignals, spamFlagsOf } from './spam-flags.ts'
import type { Stores } from './stores.ts'
import { createUpstreamChannel } from './upstream.ts'
import { type Attempt, type Channel, createWorker } from './worker.ts'

export type Submission = {
  form: string
  /** Texts by field. */
  fields: Record<string, string>
  /** Of another form, whose fields the upstream checks: the JSON as it was sent. */
  body?: string
  botSignals: BotSignals
  locale: Locale
  fingerprint: string
  /** Idempotency key; without one, the same content from the same client on the same day is the same message. */
  key: string | undefined
  address: string
  agent: string
}

/** `response`: the upstream's, where it arrived in time. `lost`: no store has the message. */
export type SubmissionResult =
  | { kind: 'accepted'; key: string; response: UpstreamResponse | undefined }
  | { kind: 'returned'; response: UpstreamResponse }
  | { kind: 'invalid'; errors: FormErrors }
  | { kind: 'limited'; seconds: number }
  | { kind: 'key reused' }
  | { kind: 'lost' }

export type SubmitForm = (submission: Submission) => Promise<SubmissionResult>

export async function createForms(
  { config, source, telemetry, siteSettings, time }: AppContext,
  { forms: stores, redis }: Stores,
  messages: Record<Locale, Messages>,
) {
  const { log, metrics } = telemetry
  const { countSubmission, countOutcome, countNotification, watchOutboxes, watchChannels } = metrics.forms
  const { now, monotonic, formTimeoutMs: timeoutMs } = time
  const form = () => source.form() ?? defaultForm
  const { formResend: resends, formRetentionDays: days, showDrafts: discards } = config
  const upstream = source.kind === 'local' ? [] : [createUpstreamChannel({ send: source.send, resends })]
  const notices = discards
    ? []
    : await createNoticeChannels({ config, form, messages, siteSettings, log, now })
  const channels = [...upstream, ...notices]
  const worker = createWorker({
    stores: discards ? [] : stores.all,
    channels,
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

  async function submit(submission: Submission): Promise<SubmissionResult> {
    const deadline = performance.now() + timeoutMs
    const { fields, body, locale, fingerprint, address } = submission
    const table = form()
    const values = checkedValues(fields, table)
    const errors =
      body === undefined ? checkForm(values, createTranslate(messages[locale], locale), table) : {}
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
    const seconds = await limit(address)
    if (seconds > 0) return { kind: 'limited', seconds }
    const received = now()
    const content = body ?? canonicalFields(fields)
    const [key, formerKey] = submission.key ? [submission.key] : contentKeys(submission, content, received)
    if (discards) return accepted(key, messages[locale]['form.discarded'])
    const flags = spamFlagsOf(values, submission.botSignals, table)
    const about = { key, form: submission.form, locale, fingerprint, flags }
    return accept({ ...about, fields: content, received }, formerKey, deadline)
  }

  async function accept(message: Message, formerKey: string | undefined, deadline: number) {
    const names = channels.map(({ name }) => name)
    const stored = await stores.add(message, names, formerKey)
    if (!stored) return { kind: 'lost' } as const
    const { store, added } = stored
    if (added.kind === 'key reused') return added
    const key = added.kind === 'known' ? added.key : message.key
    if (upstream.length === 0) return accepted(key)
    if (added.kind === 'added') return wait(key, worker.deliver(store, added.claimed), deadline)
    const running = added.response ? undefined : worker.find(key)
    return running ? wait(key, running, deadline) : acceptedBy(key, added.response)
  }

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

/** As an upstream responds that has stored it. */
function accepted(key: string, msg = ''): SubmissionResult {
  return acceptedBy(key, { status: 200, body: JSON.stringify({ success: true, data: { id: key }, msg }) })
}

function acceptedBy(key: string, response: UpstreamResponse | undefined): SubmissionResult {
  return { kind: 'accepted', key, response }
}

async function wait(key: string, attempt: Attempt, deadline: number): Promise<SubmissionResult> {
  const timeout = Promise.withResolvers<SubmissionResult>()
  const end = () => attempt.stopWaiting() && timeout.resolve(acceptedBy(key, undefined))
  const timer = setTimeout(end, Math.max(0, deadline - performance.now()))
  const ended = attempt.outcome.then((outcome) =>
    outcome.kind === 'returned'
      ? outcome
      : acceptedBy(key, outcome.kind === 'delivered' ? outcome.response : undefined),
  )
  const result = await Promise.race([ended, timeout.promise])
  clearTimeout(timer)
  return result
}

const dayMs = 24 * 3_600_000

/** Keys of today and of yesterday, so that a repetition after midnight is recognised. */
function contentKeys({ form, address, agent }: Submission, content: string, now: number): [string, string] {
  const day = Math.floor(now / dayMs)
  const keyOn = (day: number) =>
    `post-${createHash('sha256')
      .update(JSON.stringify([day, address, agent, formPath(form), content]))
      .digest('base64url')
      .slice(0, 22)}`
  return [keyOn(day), keyOn(day - 1)]
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
