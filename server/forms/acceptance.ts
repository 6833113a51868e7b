// The one door for submissions: stored first, tried at once, and accepted when it is stored or delivered.
import type { FastifyBaseLogger } from 'fastify'
import type { Attempt, Attempts } from './attempts.ts'
import type { Deliver } from './delivery.ts'
import type { Added, Outbox } from './outbox.ts'
import type { Answer, Outcome, Submission } from './submission.ts'

export type Receipt =
  /** `answer` is the origin's, where it came in time. */
  | { kind: 'accepted'; key: string; answer?: Answer }
  | { kind: 'returned'; answer: Answer }
  | { kind: 'key reused' }
  /** Neither stored nor delivered. */
  | { kind: 'lost' }

/** What was taken under `formerKey` is this submission already. */
export type Submit = (submission: Submission, formerKey?: string) => Promise<Receipt>

type Options = {
  /** In the order of preference. */
  outboxes: () => Outbox[]
  attempts: Attempts
  deliver: Deliver
  log: Pick<FastifyBaseLogger, 'error'>
  /** For the visitor's answer, storing included, in milliseconds. */
  timeoutMs: number
}

export function createDoor({ outboxes, attempts, deliver, log, timeoutMs }: Options): Submit {
  const direct = new Map<string, Promise<Receipt>>()

  return async (submission, formerKey) => {
    const until = performance.now() + timeoutMs
    for (const outbox of outboxes()) {
      const added = await outbox.add(submission, formerKey).catch((error: Error) => {
        log.error({ reason: error.message, outbox: outbox.name }, 'form submission not stored')
      })
      if (added) return receiptOf(outbox, submission, added, until)
    }
    const running = direct.get(submission.key) ?? deliverNow(submission)
    direct.set(submission.key, running)
    return running.finally(() => direct.delete(submission.key))
  }

  function receiptOf(
    outbox: Outbox,
    submission: Submission,
    added: Added,
    until: number,
  ): Promise<Receipt> | Receipt {
    const { key } = submission
    if (added === 'key reused') return { kind: 'key reused' }
    if (added === 'added') return wait(key, attempts.begin(outbox, { submission, attempts: 1 }, true), until)
    if (added.state === 'delivered') return { kind: 'accepted', key: added.key, answer: added.answer }
    const running = attempts.find(added.key)
    return running ? wait(added.key, running, until) : { kind: 'accepted', key: added.key }
  }

  async function deliverNow(submission: Submission): Promise<Receipt> {
    const { key } = submission
    const outcome = await deliver({ submission, attempts: 1 })
    return outcome.kind === 'failed' || outcome.kind === 'refused'
      ? { kind: 'lost' }
      : receiptFor(key, outcome)
  }
}

async function wait(key: string, attempt: Attempt, until: number): Promise<Receipt> {
  const late = Promise.withResolvers<Receipt>()
  const timer = setTimeout(
    () => attempt.leave() && late.resolve({ kind: 'accepted', key }),
    Math.max(0, until - performance.now()),
  )
  const receipt = await Promise.race([
    attempt.outcome.then((outcome) => receiptFor(key, outcome)),
    late.promise,
  ])
  clearTimeout(timer)
  return receipt
}

function receiptFor(key: string, outcome: Outcome): Receipt {
  switch (outcome.kind) {
    case 'delivered':
      return { kind: 'accepted', key, answer: outcome.answer }
    case 'returned':
      return { kind: 'returned', answer: outcome.answer }
    case 'refused':
    case 'failed':
      return { kind: 'accepted', key }
    default:
      return outcome satisfies never
  }
}
