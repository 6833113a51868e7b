// Outbox: submissions accepted and not yet delivered (or not yet sent by a channel), the keys of delivered ones, and the messages
// of a local origin, which stay.
import type { OutboxUsage } from '../telemetry/form-metrics.ts'
import type { Outcome, Submission, UpstreamResponse } from './submission.ts'

/** State of an earlier submission with the same content, under its key. */
export type Known =
  | { key: string; state: Exclude<SubmissionState, 'delivered'> }
  | { key: string; state: 'delivered'; response: UpstreamResponse }

export type Added = 'added' | 'key reused' | Known

/** Leased for delivery; after the lease another server may claim it. */
export type Claimed = { submission: Submission; attempts: number }

export type StoredSubmission = Submission & {
  state: Exclude<SubmissionState, 'delivered'>
  attempts: number
  status: number | undefined
}

/** Notification channels. Each has an outbox of its own beside that of the delivery to the origin. */
export const channelNames = ['email', 'webhook'] as const
export type ChannelName = (typeof channelNames)[number]

/** Which outbox of a store, and what `add` copies a submission to. */
export type OutboxScope = {
  /** The outbox of this channel; without it that of the delivery to the origin. */
  channel?: ChannelName
  /** Channels whose outboxes get a copy of each added submission, in the same write. */
  copyTo?: readonly ChannelName[]
}

/** `stored`: a message of a local origin, which is delivered to nobody. */
export type SubmissionState = 'waiting' | 'refused' | 'delivered' | 'stored'

export type Outbox = {
  name: 'disk' | 'redis'
  /**
   * Durable when it resolves, and claimed by the caller for one lease; rejects when it is not stored.
   * A submission under `formerKey` is a duplicate of this one. Copies for the channels are due after the lease, or
   * when the first attempt is settled.
   */
  add: (submission: Submission, formerKey?: string) => Promise<Added>
  /**
   * A message of a local origin, durable when it resolves. One that waits here for its delivery to that origin is stored then.
   * Copies for the channels are due at once; with `hasCopies` there are none, because another outbox has them.
   */
  store: (submission: Submission, hasCopies?: boolean) => Promise<Added>
  claim: (most: number) => Promise<Claimed[]>
  /** A submission returned to the visitor is deleted, its copies as well: the next try is a new one. */
  settle: (claimed: Claimed, outcome: Outcome) => Promise<void>
  usage: () => Promise<OutboxUsage>
  /** All but the delivered ones, oldest first. */
  list: () => Promise<StoredSubmission[]>
  /** The states by key; unknown keys and those delivered more than a week ago are absent. */
  states: (keys: string[]) => Promise<Map<string, SubmissionState>>
  /** Makes waiting and refused submissions due now; returns the number. */
  retry: () => Promise<number>
  /**
   * Deletes what was received before a time, in milliseconds since 1970, and is stored or refused, and of a channel what still
   * waits; returns the number.
   */
  drop: (before: number) => Promise<number>
  close: () => Promise<void>
}

/** Longer than any attempt takes. */
export const leaseMs = 15_000
/** Upper limit of Retry-After. */
export const longestPauseMs = 3_600_000
/** How long a key is stored after its submission was delivered. */
export const keyLifetimeMs = 7 * 24 * 3_600_000
/** A longer response body is not stored for repeated submissions. */
const longestBody = 4096

export function responseToStore({ status, body }: UpstreamResponse): UpstreamResponse {
  return { status, body: body.length > longestBody ? '' : body }
}
