// A submission on its way to the origin, and what may become of it.
import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/locale.ts'
import type { Flag } from './spam-flags.ts'

export type Submission = {
  /** Made for one form instance; sent to the origin as Idempotency-Key. */
  key: string
  /** Of the origin's call, with the form's name. */
  path: string
  locale: Locale
  /** May be empty. */
  fingerprint: string
  flags: Flag[]
  /** A JSON object of texts. */
  body: string
  /** Milliseconds since 1970. */
  receivedAt: number
}

/** JSON in the origin's words. */
export type Answer = { status: number; body: string }

/**
 * `returned`: refused with a reason for the visitor, who is still there to read it. `refused`: refused otherwise, and
 * kept for the operators. `failed`: to be tried again.
 */
export type Outcome =
  | { kind: 'delivered'; answer: Answer }
  | { kind: 'returned'; answer: Answer }
  | { kind: 'refused'; answer: Answer }
  | { kind: 'failed'; reason: string; pauseMs?: number }

/** The same key with the same content is the same submission. */
export function digestOf({ path, body }: Pick<Submission, 'path' | 'body'>): string {
  return createHash('sha256').update(`${path}\n${body}`).digest('base64url')
}

const firstPauseMs = 1000
const longestPauseMs = 300_000

/** Milliseconds until the next attempt: doubled each time, with a fifth of chance so that servers do not march in step. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs)
  return Math.round(pause * (0.8 + 0.4 * random()))
}
