// Forms: a submission is checked, stored and delivered once while the visitor waits; the worker delivers what is left.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { canonicalFields, defaultForm, type FormErrors, type FormField } from '../../shared/form.ts'
import { checkedValues, checkForm } from '../../shared/form-check.ts'
import { createTranslate, type Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { createRateLimit } from '../base/rate-limit.ts'
import { createEmailChannel } from './email.ts'
import type { Delivery, Message, OutboxUsage, SpamFlag, UpstreamResponse } from './message.ts'
import { createMessage, formPath, leaseMs, recordIn, spamFlags, stateAtUpstream } from './message.ts'
import { type Notice, noticeOf } from './notice.ts'
import type { Stores } from './stores.ts'
import { createUpstreamChannel, errorsIn, reasonIn } from './upstream.ts'
import { type Channel, type ChannelUsage, createWorker } from './worker.ts'

export type FormRequest = {
  fields: Record<string, string>
  /** The value of the honeypot field, which people do not see. */
  trap: string
  /** Milliseconds since the form was shown; empty without JavaScript, where pages come from shared caches. */
  elapsed: string
}

type Submission = FormRequest & {
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

/** `upstream`: the content API's response, or one like it where it has not arrived; for callers of the JSON call. */
export type FormResponse = { kind: 'accepted'; reference: string; upstream: UpstreamResponse } | Rejection

/** `lost`: no store has the message. */
export type Rejection = {
  kind: 'invalid' | 'returned' | 'limited' | 'key reused' | 'lost'
  status: number
  message: string
  /** The errors in the visitor's language; by field where there is one. */
  errors: FormErrors
  retryAfterSeconds?: number
  upstream?: UpstreamResponse
}

export type SubmitForm = (submission: Submission) => Promise<FormResponse>

export async function createForms(
  { config, source, telemetry, siteSettings, time }: AppContext,
  stores: Stores,
  messages: Record<Locale, Messages>,
) {
  const { log, metrics, faults } = telemetry
  const { now, monotonic, formTimeoutMs } = time
  const form = () => source.form() ?? defaultForm
  const { showDrafts: discards } = config
  const upstream = source.kind === 'local' ? undefined : createUpstreamChannel(source.send, config.formResend)
  const about = { config, form, messages, siteSettings }
  const notices = await createNoticeChannels(config, (message) => noticeOf(message, about), { log, now })
  const channels = [...(upstream ? [upstream] : []), ...notices]
  /** The first attempt at the upstream begins with the message, the others after it. */
  const deliveries = channels.map(({ name: channel }): Delivery => {
    return { channel, state: 'waiting', attempts: channel === 'upstream' ? 1 : 0, error: '' }
  })
  const filled = discards ? { all: [], maintain: async () => {} } : stores
  const worker = createWorker(filled, channels, log, (channel, outcome) =>
    metrics.count('site_form_deliveries_total', { channel, outcome }),
  )
  watchOutboxes(telemetry, worker.usages)
  faults.watch('forms not in Redis', stores.fault)
  const limit = createRateLimit(config.formRateLimit, monotonic)

  async function submit(submission: Submission): Promise<FormResponse> {
    const deadline = performance.now() + formTimeoutMs
    const { fields, body, locale, fingerprint, address } = submission
    const texts = messages[locale]
    const table = form()
    const values = checkedValues(fields, table)
    const errors = body === undefined ? checkForm(values, createTranslate(texts, locale), table) : {}
    if (Object.keys(errors).length > 0) return { ...rejected('invalid', 422, texts['form.wrong']), errors }
    const seconds = limit(address)
    if (seconds > 0) return { ...rejected('limited', 429, texts['form.tooMany']), retryAfterSeconds: seconds }

    const [received, content] = [now(), body ?? canonicalFields(fields)]
    const key = submission.key ?? contentKey(submission, content, received)
    const flags = spamFlagsOf({ ...submission, fields: values }, table)
    const about = { key, form: submission.form, locale, fingerprint, flags, fields: content, received }
    const message = createMessage({ ...about, deliveries })
    if (discards) return accepted(message, stored(key, texts['form.discarded']))
    const saved = await stores.add(message, upstream ? leaseMs : 0).catch(({ message: problem }: Error) => {
      faults.report('forms not stored', { problem, event: 'form submission not stored' })
    })
    if (!saved) return { ...rejected('lost', 503, texts['form.notTaken']), retryAfterSeconds: 30 }
    const { store, earlier, isKeyReused } = saved
    if (isKeyReused) return rejected('key reused', 409, texts['error.system'])
    if (!upstream || stateAtUpstream(earlier) === 'delivered') return accepted(message, stored(key))

    if (!earlier) worker.deliver(store, upstream, message)
    const outcome = await worker.outcomeBefore(deadline, key)
    if (outcome?.state === 'returned') return returned(outcome.response, texts['error.system'])
    return accepted(message, outcome?.response ?? stored(key, '', 202))
  }

  const submitForm: SubmitForm = async (submission) => {
    const response = await submit(submission)
    metrics.count('site_form_submissions_total', { result: response.kind.replace(' ', '_') })
    return response
  }
  return { submitForm, close: worker.close }
}

function watchOutboxes({ metrics, faults }: AppContext['telemetry'], usages: () => ChannelUsage[]) {
  const gauge = (read: (usage: OutboxUsage) => number) => () =>
    usages().map(({ channel, outbox, ...usage }) => ({ labels: { channel, outbox }, value: read(usage) }))
  const fault = (read: (usage: ChannelUsage) => number) => () => {
    const found = usages().filter((usage) => read(usage) > 0)
    return found.map((usage) => `${read(usage)} for ${usage.channel}`).join(', ') || undefined
  }
  const waiting = (usage: OutboxUsage) => usage.waiting
  const refused = (usage: OutboxUsage) => usage.refused
  const seconds = ({ oldestMs }: OutboxUsage) => oldestMs / 1000
  /** An upstream that is only slow has messages after this time. */
  const waitingMs = 30_000
  const late = ({ waiting, oldestMs }: OutboxUsage) => (oldestMs < waitingMs ? 0 : waiting)
  metrics.watch('site_form_outbox', gauge(waiting))
  metrics.watch('site_form_outbox_oldest_seconds', gauge(seconds))
  metrics.watch('site_form_refused', gauge(refused))
  faults.watch('forms waiting', fault(late))
  faults.watch('forms rejected', fault(refused))
}

function accepted({ reference }: Message, upstream: UpstreamResponse): FormResponse {
  return { kind: 'accepted', reference, upstream }
}

/** As an upstream responds that has stored it: the key is its id there, too. 202: it has not received it yet. */
function stored(key: string, msg = '', status = 200): UpstreamResponse {
  return { status, body: JSON.stringify({ success: true, data: { id: key }, msg }) }
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

const dayMs = 24 * 3_600_000

function contentKey({ form, address, agent }: Submission, content: string, now: number): string {
  const about = [Math.floor(now / dayMs), address, agent, formPath(form), content]
  return `post-${createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 22)}`
}

const shortestMs = 3000
const mostLinks = 3
const link = /https?:\/\/|www\.|<a\s|\[url/gi

/** A suspicious submission is flagged and delivered all the same, because of false positives. */
function spamFlagsOf({ fields, trap, elapsed }: FormRequest, form: readonly FormField[]): string {
  const mostIn = (name: string) =>
    form.some((one) => one.name === name && one.type === 'textarea') ? mostLinks : 0
  const isFlagged: Record<SpamFlag, boolean> = {
    trap: trap !== '',
    'too-fast': /^\d{1,9}$/.test(elapsed) && Number(elapsed) < shortestMs,
    links: Object.entries(fields).some(([name, text]) => (text.match(link)?.length ?? 0) > mostIn(name)),
  }
  return spamFlags.filter((flag) => isFlagged[flag]).join(' ')
}

/** Their libraries are loaded on demand. */
export async function createNoticeChannels(
  config: AppContext['config'],
  notice: (message: Message) => Notice,
  { log, now }: { log: FastifyBaseLogger; now: () => number },
): Promise<Channel[]> {
  const channels: Channel[] = []
  if (config.mailServer) channels.push(await createEmailChannel(config.mailServer, config, notice, log))
  if (config.notifyUrl)
    channels.push((await import('./webhook.ts')).createWebhookChannel(config, notice, now))
  return channels
}
