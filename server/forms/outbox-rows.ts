// Rows of the outbox, and their conversion from and to submissions.
import type { Locale } from '../../shared/locale.ts'
import type { Claimed, Known, StoredSubmission } from './outbox.ts'
import { readFlags } from './spam-flags.ts'
import { digestOf, type Submission } from './submission.ts'

export type Row = {
  key: string
  digest: string
  path: string
  locale: string
  fingerprint: string
  flags: string
  body: string
  received_at: number
  state: string
  attempts: number
  status: number | null
  answer: string | null
}

/** The first columns, in their order. */
export function rowOf(submission: Submission): (string | number)[] {
  const { key, path, locale, fingerprint, flags, body, receivedAt } = submission
  return [key, digestOf(submission), path, locale, fingerprint, flags.join(' '), body, receivedAt]
}

export function claimedOf(row: Row): Claimed {
  return { submission: submissionOf(row), attempts: row.attempts }
}

/** A row that is not delivered. */
export function storedOf(row: Row): StoredSubmission {
  const { attempts, status } = row
  return { ...submissionOf(row), state: stateOf(row.state), attempts, status: status ?? undefined }
}

export function knownOf(row: Pick<Row, 'key' | 'state' | 'status' | 'answer'>): Known {
  const { key, state, status, answer } = row
  if (state !== 'delivered') return { key, state: stateOf(state) }
  return { key, state, response: { status: status ?? 200, body: answer ?? '' } }
}

function stateOf(state: string): StoredSubmission['state'] {
  return state === 'refused' || state === 'stored' ? state : 'waiting'
}

function submissionOf(row: Row): Submission {
  const { key, path, fingerprint, body } = row
  const flags = readFlags(row.flags)
  return { key, path, locale: row.locale as Locale, fingerprint, flags, body, receivedAt: row.received_at }
}
