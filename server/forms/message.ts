// A message of a form: its data, its key and reference, the outcome of an attempt to deliver it, and when the next one is due.
import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/locale.ts'
import { recordIn } from '../base/json.ts'
import type { Flag } from './spam-flags.ts'

/** A message of a local site has no delivery to an upstream. */
export const channelNames = ['upstream', 'email', 'webhook'] as const
export type ChannelName = (typeof channelNames)[number]

export type Message = {
  /** One for each form instance; sent to the upstream as Idempotency-Key. */
  key: string
  /** The name of the form. */
  form: string
  locale: Locale
  /** May be empty. */
  fingerprint: string
  flags: Flag[]
  /** A JSON object; of the contact form one of texts. */
  fields: string
  /** Milliseconds since 1970. */
  received: number
}

/** Status and JSON body of the upstream's response. */
export type UpstreamResponse = { status: number; body: string }

/**
 * `returned`: rejected with a reason, which the waiting visitor is shown. `refused`: waits for the operators. `failed`: is
 * repeated. A `reason` contains no data of the visitor.
 */
export type Outcome =
  | { kind: 'delivered'; response: UpstreamResponse }
  | { kind: 'returned'; response: UpstreamResponse }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string; pauseMs: number | undefined }

/** The fields as texts; other values as JSON. */
export function fieldsIn(fields: string): Record<string, string> {
  const entries = Object.entries(recordIn(fields)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}

/** The path of a form's call, in one way of writing. */
export function formPath(name: string): string {
  return `/api/home/form/${encodeURIComponent(name).replaceAll('%3A', ':')}`
}

/** The same key with the same content is the same message. */
export function digestOf({ form, fields }: Pick<Message, 'form' | 'fields'>): string {
  return createHash('sha256')
    .update(`${formPath(form)}\n${fields}`)
    .digest('base64url')
}

/** The alphabet has no 0, 1, I, L, O and U: no two characters are mistaken for each other, and no words appear. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What the visitor is shown and the operator finds again. It follows from the key, so that it is the same at every attempt. */
export function referenceOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  return Array.from({ length: 8 }, (_, at) => alphabet[bytes.readUInt16BE(2 * at) % alphabet.length]).join('')
}

const firstPauseMs = 1000
const longestBackoffMs = 300_000

/** Milliseconds until the next attempt: Retry-After, or exponential backoff with 20 % jitter. */
export function pauseAfter(attempts: number, { pauseMs }: Extract<Outcome, { kind: 'failed' }>): number {
  if (pauseMs !== undefined) return pauseMs
  const pause = Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestBackoffMs)
  return Math.round(pause * (0.8 + 0.4 * Math.random()))
}
