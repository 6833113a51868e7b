// Submission service: checks the fields, limits the rate, flags spam, stores the message, and waits for the first delivery.
import { createHash } from 'node:crypto'
import { canonicalFields, type FormErrors, type FormField } from '../../shared/form.ts'
import { checkedValues, checkForm } from '../../shared/form-check.ts'
import { createTranslate, type Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import { type ChannelName, formPath, type Message, type Outcome, type UpstreamResponse } from './message.ts'
import { type BotSignals, spamFlagsOf } from './spam-flags.ts'
import type { FormStores } from './stores.ts'
import type { Attempt, Worker } from './worker.ts'

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

/** `upstream`: its response, where it arrived in time; `stored`: there is no upstream. `lost`: no store has the message. */
export type SubmissionResult =
  | { kind: 'accepted'; key: string; response?: UpstreamResponse }
  | { kind: 'returned'; response: UpstreamResponse }
  | { kind: 'invalid'; errors: FormErrors }
  | { kind: 'limited'; seconds: number }
  | { kind: 'key reused' }
  | { kind: 'lost' }

export type SubmitForm = (submission: Submission) => Promise<SubmissionResult>

type SubmitOptions = {
  stores: Pick<FormStores, 'add'>
  worker: Pick<Worker, 'deliver' | 'find'>
  /** Where messages are delivered to. */
  channels: ChannelName[]
  limit: RateLimit
  /** The fields of the form now. */
  form: () => readonly FormField[]
  messages: Record<Locale, Messages>
  /** Where drafts are shown: nothing is stored. */
  discards: boolean
  now: () => number
  /** How long the visitor waits for the upstream's response, storing included, in milliseconds. */
  timeoutMs: number
}

export function createSubmit(options: SubmitOptions): SubmitForm {
  const { stores, worker, channels, limit, form, messages, discards, now, timeoutMs } = options
  const isLocal = !channels.includes('upstream')

  return async (submission) => {
    const deadline = performance.now() + timeoutMs
    const { fields, locale, fingerprint } = submission
    const table = form()
    const values = checkedValues(fields, table)
    const isChecked = submission.body === undefined
    const errors = isChecked ? checkForm(values, createTranslate(messages[locale], locale), table) : {}
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
    const seconds = await limit(submission.address)
    if (seconds > 0) return { kind: 'limited', seconds }
    const received = now()
    const content = submission.body ?? canonicalFields(fields)
    const [key, formerKey] = submission.key ? [submission.key] : contentKeys(submission, content, received)
    if (discards) return accepted(key, messages[locale]['form.discarded'])
    const flags = spamFlagsOf(values, submission.botSignals, table)
    const about = { key, form: submission.form, locale, fingerprint, flags }
    return accept({ ...about, fields: content, received }, formerKey, deadline)
  }

  async function accept(
    message: Message,
    formerKey: string | undefined,
    deadline: number,
  ): Promise<SubmissionResult> {
    const stored = await stores.add(message, channels, formerKey)
    if (!stored) return { kind: 'lost' }
    const { store, added } = stored
    if (added.kind === 'key reused') return added
    const key = added.kind === 'known' ? added.key : message.key
    if (isLocal) return accepted(key)
    if (added.kind === 'added') return wait(key, worker.deliver(store, added.claimed), deadline)
    if (added.response) return { kind: 'accepted', key, response: added.response }
    const running = worker.find(key)
    return running ? wait(key, running, deadline) : { kind: 'accepted', key }
  }
}

/** As an upstream responds that has stored it. */
function accepted(key: string, msg = ''): SubmissionResult {
  const body = JSON.stringify({ success: true, data: { id: key }, msg })
  return resultOf(key, { kind: 'delivered', response: { status: 200, body } })
}

async function wait(key: string, attempt: Attempt, deadline: number): Promise<SubmissionResult> {
  const timeout = Promise.withResolvers<SubmissionResult>()
  const timer = setTimeout(
    () => attempt.stopWaiting() && timeout.resolve({ kind: 'accepted', key }),
    Math.max(0, deadline - performance.now()),
  )
  const result = await Promise.race([
    attempt.outcome.then((outcome) => resultOf(key, outcome)),
    timeout.promise,
  ])
  clearTimeout(timer)
  return result
}

function resultOf(key: string, outcome: Outcome): SubmissionResult {
  if (outcome.kind === 'returned') return outcome
  return outcome.kind === 'delivered'
    ? { kind: 'accepted', key, response: outcome.response }
    : { kind: 'accepted', key }
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
