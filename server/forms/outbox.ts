// The outbox: what was accepted and is not yet with the origin, and the memory of what was.
import type { OutboxUsage } from '../telemetry/form-metrics.ts'
import type { Answer, Outcome, Submission } from './submission.ts'

/** What became of an earlier submission with the same content, under its key. */
export type Known =
  | { key: string; state: 'waiting' | 'refused' }
  | { key: string; state: 'delivered'; answer: Answer }

export type Added = 'added' | 'key reused' | Known

/** To be delivered by whoever claimed it, before the lease ends and somebody else may. */
export type Claimed = { submission: Submission; attempts: number }

export type Kept = Submission & { state: 'waiting' | 'refused'; attempts: number; status: number | undefined }

export type Outbox = {
  name: 'disk' | 'redis'
  /**
   * Durable when it resolves, and claimed by the caller for the length of a lease; rejects when it is not kept.
   * What is there under `formerKey` is this submission already.
   */
  add: (submission: Submission, formerKey?: string) => Promise<Added>
  claim: (most: number) => Promise<Claimed[]>
  /** What was returned to the visitor is forgotten: the next try is a new one. */
  settle: (claimed: Claimed, outcome: Outcome) => Promise<void>
  usage: () => Promise<OutboxUsage>
  /** Whatever holds content, oldest first. */
  list: () => Promise<Kept[]>
  /** What waits or was refused is due now; how many that are. */
  retry: () => Promise<number>
  /** Drops what was refused before a time, in milliseconds since 1970; how many that were. */
  drop: (before: number) => Promise<number>
  close: () => Promise<void>
}

/** Longer than any attempt takes. */
export const leaseMs = 15_000
/** Between two attempts, whatever the origin asks for. */
export const longestPauseMs = 3_600_000
/** Keys are remembered for so long after their submission was settled. */
export const memoryMs = 7 * 24 * 3_600_000
/** A longer answer of the origin is not kept for those who ask again. */
const longestAnswer = 4096

export function answerToKeep({ status, body }: Answer): Answer {
  return { status, body: body.length > longestAnswer ? '' : body }
}
