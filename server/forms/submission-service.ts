// Submission service: validation, rate limit and spam flags of every submission, then acceptance.
import { createHash } from 'node:crypto'
import {
  canonicalFields,
  consentGiven,
  type FormErrors,
  type FormField,
  type FormValues,
  formProduct,
} from '../../shared/form.ts'
import { checkForm } from '../../shared/form-check.ts'
import { createTranslate, type Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import type { AcceptResult, AcceptSubmission } from './acceptance.ts'
import { type BotSignals, spamFlagsOf } from './spam-flags.ts'

type SubmissionInput = {
  path: string
  /** Texts by field. */
  fields: Record<string, string>
  /** Of another form, whose fields the origin validates: the JSON as it was sent. */
  body?: string
  botSignals: BotSignals
  locale: Locale
  fingerprint: string
  /** Idempotency key; without one, the same content from the same client on the same day is the same submission. */
  key: string | undefined
  address: string
  agent: string
}

export type SubmissionResult =
  | AcceptResult
  | { kind: 'invalid'; errors: FormErrors }
  | { kind: 'limited'; seconds: number }

export type SubmitForm = (input: SubmissionInput) => Promise<SubmissionResult>

type SubmissionServiceOptions = {
  accept: AcceptSubmission
  limit: RateLimit
  /** The fields of the form now. */
  form: () => readonly FormField[]
  messages: Record<Locale, Messages>
  count: (kind: SubmissionResult['kind']) => void
  now: () => number
}

export function createSubmissionService(options: SubmissionServiceOptions): SubmitForm {
  const { accept, limit, form, messages, count, now } = options
  const submitForm: SubmitForm = async (input) => {
    const { path, fields, locale, fingerprint } = input
    const table = form()
    const values = valuesOf(fields, table)
    const t = createTranslate(messages[locale], locale)
    const errors = input.body === undefined ? checkForm(values, t, table) : {}
    if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
    const seconds = await limit(input.address)
    if (seconds > 0) return { kind: 'limited', seconds }
    const body = input.body ?? canonicalFields(fields)
    const flags = spamFlagsOf(values, input.botSignals, table)
    const receivedAt = now()
    const [key, formerKey] = input.key ? [input.key] : contentKeys({ ...input, body, now: receivedAt })
    return accept({ key, path, locale, fingerprint, flags, body, receivedAt }, formerKey)
  }

  return async (input) => {
    const result = await submitForm(input)
    count(result.kind)
    return result
  }
}

/** Other clients may send `email` or `phone` instead of `contact`, and have their own consent text. */
function valuesOf(fields: Record<string, string>, form: readonly FormField[]): FormValues {
  const names = [...form.map(({ name }) => name), formProduct.name]
  const known = names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  const reach = fields['contact'] ?? (fields['email'] || fields['phone'] || '')
  return { consent: consentGiven, ...Object.fromEntries(known), contact: reach }
}

type Sent = { path: string; body: string; address: string; agent: string; now: number }

const dayMs = 24 * 3_600_000

/** Keys of today and of yesterday, so that a repetition after midnight is recognised. */
function contentKeys({ path, body, address, agent, now }: Sent): [key: string, formerKey: string] {
  const day = Math.floor(now / dayMs)
  const keyOn = (day: number) =>
    `post-${createHash('sha256')
      .update(JSON.stringify([day, address, agent, path, body]))
      .digest('base64url')
      .slice(0, 22)}`
  return [keyOn(day), keyOn(day - 1)]
}
