// Submission to the origin, outcome of an attempt, and retry pauses.
import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/locale.ts'
import { recordIn } from '../base/json.ts'
import type { Flag } from './spam-flags.ts'

export type Submission = {
  /** One for each form instance; sent to the origin as Idempotency-Key. */
  key: string
  /** The path of the origin's call, with the form's name. */
  path: string
  locale: Locale
  /** May be empty. */
  fingerprint: string
  flags: Flag[]
  /** A JSON object; of the contact form one of texts. */
  body: string
  /** Milliseconds since 1970. */
  receivedAt: number
}

/** Status and JSON body of the origin's response. */
export type UpstreamResponse = { status: number; body: string }

/**
 * `returned`: rejected with a reason, which the waiting visitor is shown. `refused`: rejected otherwise, and stored for
 * the operators. `failed`: to be retried.
 */
export type Outcome =
  | { kind: 'delivered'; response: UpstreamResponse }
  | { kind: 'returned'; response: UpstreamResponse }
  | { kind: 'refused'; response: UpstreamResponse }
  | { kind: 'failed'; reason: string; pauseMs?: number }

/** The fields as texts; other values as JSON. */
export function fieldsIn(body: string): Record<string, string> {
  const entries = Object.entries(recordIn(body)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}

/** The path of a form's call, in one way of writing. */
export function formPath(name: string): string {
  return `/api/home/form/${encodeURIComponent(name).replaceAll('%3A', ':')}`
}

/** The same key with the same content is the same submission. */
export function digestOf({ path, body }: Pick<Submission, 'path' | 'body'>): string {
  return createHash('sha256').update(`${path}\n${body}`).digest('base64url')
}

const firstPauseMs = 1000
const longestPauseMs = 300_000

/** Milliseconds until the next attempt: exponential backoff with 20 % jitter. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs)
  return Math.round(pause * (0.8 + 0.4 * random()))
}
