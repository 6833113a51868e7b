// Rows of the outbox, and their conversion from and to submissions.
import type { Locale } from '../../shared/locale.ts'
import type { Claimed, Known, StoredSubmission } from './outbox.ts'
import type { Flag } from './spam-flags.ts'
import { digestOf, type Submission } from './submission.ts'

const undeliveredStates = ['waiting', 'refused', 'stored'] as const

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

export function storedOf(row: Row): StoredSubmission {
  return { ...submissionOf(row), state: undeliveredState(row.state) ?? 'waiting', attempts: row.attempts, status: row.status ?? undefined }
}

export function knownOf({
  key,
  state,
  status,
  answer,
}: Pick<Row, 'key' | 'state' | 'status' | 'answer'>): Known {
  const undelivered = undeliveredState(state)
  if (undelivered) return { key, state: undelivered }
  return { key, state: 'delivered', response: { status: status ?? 200, body: answer ?? '' } }
}

function undeliveredState(state: string): StoredSubmission['state'] | undefined {
  return undeliveredStates.find((one) => one === state)
}

export function submissionOf(row: Row): Submission {
  const { key, path, fingerprint, body } = row
  const flags = row.flags.split(' ').filter(Boolean) as Flag[]
  return { key, path, locale: row.locale as Locale, fingerprint, flags, body, receivedAt: row.received_at }
}
