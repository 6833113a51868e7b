// Acceptance of submissions: stored in an outbox first, then one delivery attempt; accepted when stored or delivered.
import type { FastifyBaseLogger } from 'fastify'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Attempt, Attempts } from './attempts.ts'
import type { Deliver } from './delivery.ts'
import type { Added, Outbox } from './outbox.ts'
import type { Outcome, Submission, UpstreamResponse } from './submission.ts'

export type AcceptResult =
  /** `response`: the origin's, if it arrived in time. */
  | { kind: 'accepted'; key: string; response?: UpstreamResponse }
  | { kind: 'returned'; response: UpstreamResponse }
  | { kind: 'key reused' }
  /** The message was neither stored nor delivered. */
  | { kind: 'lost' }

/** A submission accepted under `formerKey` is a duplicate of this one. */
export type AcceptSubmission = (submission: Submission, formerKey?: string) => Promise<AcceptResult>

type AcceptanceOptions = {
  /** The outboxes in order of preference. */
  outboxes: () => Outbox[]
  attempts: Attempts
  deliver: Deliver
  /** Notifies the channels of a message that no outbox could store. Never rejects. */
  sendNow: (submission: Submission) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
  /** How long the visitor waits for the origin's response, storing included, in milliseconds. */
  timeoutMs: number
}

export function createAccept(options: AcceptanceOptions): AcceptSubmission {
  const { outboxes, attempts, deliver, sendNow, log, timeoutMs } = options
  const direct = new Map<string, Promise<AcceptResult>>()

  return async (submission, formerKey) => {
    const deadline = performance.now() + timeoutMs
    for (const outbox of outboxes()) {
      const added = await outbox.add(submission, formerKey).catch((error: Error) => {
        log.error({ reason: error.message, outbox: outbox.name }, 'form submission not stored')
      })
      if (added) return resultOfAdd(outbox, submission, added, deadline)
    }
    const running = direct.get(submission.key) ?? deliverNow(submission)
    direct.set(submission.key, running)
    return running.finally(() => direct.delete(submission.key))
  }

  function resultOfAdd(
    outbox: Outbox,
    submission: Submission,
    added: Added,
    deadline: number,
  ): Promise<AcceptResult> | AcceptResult {
    const { key } = submission
    if (added === 'key reused') return { kind: 'key reused' }
    if (added === 'added')
      return wait(key, attempts.begin(outbox, { submission, attempts: 1 }, true), deadline)
    if (added.state === 'delivered') return { kind: 'accepted', key: added.key, response: added.response }
    const running = attempts.find(added.key)
    return running ? wait(added.key, running, deadline) : { kind: 'accepted', key: added.key }
  }

  async function deliverNow(submission: Submission): Promise<AcceptResult> {
    const { key } = submission
    const outcome = await deliver({ submission, attempts: 1 })
    if (outcome.kind === 'failed' || outcome.kind === 'refused') return { kind: 'lost' }
    if (outcome.kind === 'delivered') void sendNow(submission)
    return resultOf(key, outcome)
  }
}

type LocalOptions = Pick<AcceptanceOptions, 'outboxes' | 'deliver'> & {
  count: (kind: Outcome['kind']) => void
  /** Accepts what the origin cannot store now. */
  otherwise: AcceptSubmission
}

/** For an origin in this process, which stores the message itself: one write to the disk instead of three. */
export function createLocalAccept({ outboxes, deliver, count, otherwise }: LocalOptions): AcceptSubmission {
  return async (submission, formerKey) => {
    const isFormer = formerKey !== undefined && (await isKnown(outboxes(), formerKey))
    const key = isFormer ? formerKey : submission.key
    const outcome = await deliver({ submission: { ...submission, key }, attempts: 1 })
    if (outcome.kind === 'failed' && outcome.reason === keyConflict) return { kind: 'key reused' }
    if (outcome.kind !== 'delivered' && outcome.kind !== 'returned') return otherwise(submission, formerKey)
    count(outcome.kind)
    return resultOf(key, outcome)
  }
}

type DiscardOptions = Pick<AcceptanceOptions, 'deliver'> & { messages: Record<Locale, Messages> }

/** Where drafts are shown: the origin in this process validates the message, and nothing stores it. */
export function createDiscard({ deliver, messages }: DiscardOptions): AcceptSubmission {
  return async (submission) => {
    const { key, locale } = submission
    const result = resultOf(key, await deliver({ submission, attempts: 1 }))
    if (result.kind !== 'accepted') return result
    const body = JSON.stringify({ success: true, data: { id: key }, msg: messages[locale]['form.discarded'] })
    return { kind: 'accepted', key, response: { status: 200, body } }
  }
}

const keyConflict = '409'

async function isKnown(outboxes: Outbox[], key: string): Promise<boolean> {
  const states = outboxes.map((outbox) => outbox.states([key]).catch(() => new Map()))
  return (await Promise.all(states)).some((known) => known.has(key))
}

async function wait(key: string, attempt: Attempt, deadline: number): Promise<AcceptResult> {
  const timeout = Promise.withResolvers<AcceptResult>()
  const timer = setTimeout(
    () => attempt.stopWaiting() && timeout.resolve({ kind: 'accepted', key }),
    Math.max(0, deadline - performance.now()),
  )
  const receipt = await Promise.race([
    attempt.outcome.then((outcome) => resultOf(key, outcome)),
    timeout.promise,
  ])
  clearTimeout(timer)
  return receipt
}

function resultOf(key: string, outcome: Outcome): AcceptResult {
  switch (outcome.kind) {
    case 'delivered':
      return { kind: 'accepted', key, response: outcome.response }
    case 'returned':
      return { kind: 'returned', response: outcome.response }
    case 'refused':
    case 'failed':
      return { kind: 'accepted', key }
    default:
      return outcome satisfies never
  }
}
