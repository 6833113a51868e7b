// Forms: a submission is checked, stored and delivered once while the visitor waits; the worker delivers what is left.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { canonicalFields, defaultForm, type FormErrors } from '../../shared/form.ts'
import { checkedValues, checkForm } from '../../shared/form-check.ts'
import { createTranslate, type Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { inTime } from '../base/in-time.ts'
import { createMemoryTally, createRateLimit } from '../base/rate-limit.ts'
import { type FormRequest, spamFlagsOf } from './form-request.ts'
import type { Message, Outcome, UpstreamResponse } from './message.ts'
import { formPath, recordIn, referenceOf } from './message.ts'
import { type NoticeOptions, noticeOf } from './notice.ts'
import { createRedisTally } from './redis-store.ts'
import type { Stores } from './stores.ts'
import { createUpstreamChannel, errorsIn, reasonIn } from './upstream.ts'
import { type Attempt, type Channel, createWorker } from './worker.ts'

export type Submission = FormRequest & {
  form: string
  /** Of another form, whose fields the upstream checks: the JSON as it was sent. */
  body?: string
  locale: Locale
  fingerprint: string
  /** Idempotency key; without one, the same content from the same client on the same day is the same message. */
  key: string | undefined
  address: string
  agent: string
}

/** `upstream`: the content API's response, where it arrived in time; passed through to callers of the JSON call. */
export type FormResponse =
  | { kind: 'accepted'; key: string; reference: string; upstream: UpstreamResponse | undefined }
  | Rejection

/** `lost`: no store has the message. */
type Rejection = {
  kind: 'invalid' | 'returned' | 'limited' | 'key reused' | 'lost'
  status: number
  message: string
  /** The errors in the visitor's language; by field where there is one. */
  errors: FormErrors
  retryAfterSeconds?: number
  upstream?: UpstreamResponse | undefined
}

export type SubmitForm = (submission: Submission) => Promise<FormResponse>

const retryAfterSeconds = 30

export async function createForms(
  { config, source, telemetry, siteSettings, time }: AppContext,
  stores: Stores,
  messages: Record<Locale, Messages>,
) {
  const { log, metrics } = telemetry
  const { countSubmission, countOutcome, countNotification, watchOutboxes, watchChannels } = metrics.forms
  const { now, monotonic, formTimeoutMs } = time
  const { redis } = stores
  const form = () => source.form() ?? defaultForm
  const { showDrafts: discards } = config
  const upstream = source.kind === 'local' ? [] : [createUpstreamChannel(source.send, config.formResend)]
  const notices = discards
    ? []
    : await createNoticeChannels({ config, form, messages, siteSettings, log, now })
  const channels = [...upstream, ...notices]
  const channelNames = channels.map(({ name }) => name)
  const worker = createWorker({
    stores: discards ? { all: [], maintain: async () => {} } : stores,
    channels,
    log,
    count: (channel, kind) =>
      channel === 'upstream' ? countOutcome(kind) : countNotification(channel, kind),
  })
  const measured = (channel: Channel['name']) =>
    stores.all.map(({ name, usage }) => ({ name, usage: () => usage(channel) }))
  watchOutboxes(measured('upstream'))
  watchChannels(notices.map(({ name }) => ({ channel: name, outboxes: measured(name) })))
  const tallies = [...(redis ? [createRedisTally(redis)] : []), createMemoryTally(monotonic)]
  const limit = createRateLimit({ most: config.formRateLimit, tallies })

  async function submit(submission: Submission): Promise<FormResponse> {
    const deadline = performance.now() + formTimeoutMs
    const { fields, body, locale, fingerprint, address } = submission
    const texts = messages[locale]
    const table = form()
    const values = checkedValues(fields, table)
    const errors = body === undefined ? checkForm(values, createTranslate(texts, locale), table) : {}
    if (Object.keys(errors).length > 0) return { ...rejected('invalid', 422, texts['form.wrong']), errors }
    const seconds = await limit(address)
    if (seconds > 0) return { ...rejected('limited', 429, texts['form.tooMany']), retryAfterSeconds: seconds }

    const received = now()
    const content = body ?? canonicalFields(fields)
    const [newKey, formerKey] = submission.key ? [submission.key] : contentKeys(submission, content, received)
    if (discards) return accepted(newKey, stored(newKey, texts['form.discarded']))
    const flags = spamFlagsOf({ ...submission, fields: values }, table)
    const about = { key: newKey, form: submission.form, locale, fingerprint, flags }
    const saved = await stores.add({ ...about, fields: content, received }, channelNames, formerKey)
    if (!saved) return { ...rejected('lost', 503, texts['form.notTaken']), retryAfterSeconds }
    const { store, added } = saved
    if (added.kind === 'key reused') return rejected(added.kind, 409, texts['error.system'])

    const key = added.kind === 'known' ? added.key : newKey
    if (upstream.length === 0) return accepted(key, stored(key))
    if (added.kind === 'known' && added.response) return accepted(key, added.response)
    const attempt = added.kind === 'added' ? worker.deliver(store, added.claimed) : worker.find(key)
    const outcome = attempt && (await outcomeUntil(deadline, attempt))
    if (outcome?.kind === 'returned') return returned(outcome.response, texts['error.system'])
    return accepted(key, outcome?.kind === 'delivered' ? outcome.response : undefined)
  }

  const submitForm: SubmitForm = async (submission) => {
    const response = await submit(submission)
    countSubmission(response.kind)
    return response
  }
  const warnings = () => {
    const count = worker.refused()
    const rejected = `form messages that the content API has rejected: ${count}, see \`forms list\``
    return [...stores.warnings(), ...(count > 0 ? [rejected] : [])]
  }
  return { submitForm, warnings, close: worker.close }
}

function accepted(key: string, upstream: UpstreamResponse | undefined): FormResponse {
  return { kind: 'accepted', key, reference: referenceOf(key), upstream }
}

/** As an upstream responds that has stored it. */
function stored(key: string, msg = ''): UpstreamResponse {
  return { status: 200, body: JSON.stringify({ success: true, data: { id: key }, msg }) }
}

function rejected(kind: Rejection['kind'], status: number, message: string): Rejection {
  return { kind, status, message, errors: {} }
}

/** Rejected by the upstream, with its message. */
function returned({ status, body }: UpstreamResponse, otherwise: string): Rejection {
  const record = recordIn(body)
  const message = reasonIn(body) || otherwise
  // A body without a message of its own, or that is a string, is completed for callers.
  const shown = JSON.stringify({ ...record, success: false, msg: message, message })
  const upstream = { status, body: reasonIn(JSON.stringify(record)) ? body : shown }
  return { kind: 'returned', status: 422, message, errors: errorsIn(body), upstream }
}

/** Undefined where the visitor has waited long enough. */
function outcomeUntil(deadline: number, attempt: Attempt): Promise<Outcome | undefined> {
  const left = Math.max(0, deadline - performance.now())
  const end = () => (attempt.stopWaiting() ? undefined : attempt.outcome)
  return inTime(attempt.outcome, left, 'form').catch(end)
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
  const { config, log, now } = options
  const notice = (message: Message) => noticeOf(message, options)
  const { email, webhook } = config
  return [
    ...(email ? [await (await import('./email.ts')).createEmailChannel(email, notice, log)] : []),
    ...(webhook ? [(await import('./webhook.ts')).createWebhookChannel(webhook, notice, now)] : []),
  ]
}
