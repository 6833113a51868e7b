// Running delivery attempts: one for each key; the outcome is written to the outbox.
import type { FastifyBaseLogger } from 'fastify'
import type { Deliver } from './delivery.ts'
import type { Claimed, Outbox } from './outbox.ts'
import type { Outcome } from './submission.ts'

export type Attempts = ReturnType<typeof createAttempts>
export type Attempt = {
  /** Never rejects. */
  outcome: Promise<Outcome>
  /** The visitor no longer waits: a rejection is stored for the operators. False when the attempt has ended already. */
  stopWaiting: () => boolean
}

type AttemptsOptions = {
  deliver: Deliver
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  count: (kind: Outcome['kind']) => void
  /** Default: the delivery to the origin. */
  events?: Events
}

/** Log lines, and what they have in common. */
type Events = { failed: string; refused: string; about: Record<string, string> }

const originEvents: Events = {
  failed: 'form not delivered yet',
  refused: 'form rejected by the origin, stored in the outbox',
  about: {},
}

export function createAttempts({ deliver, log, count, events = originEvents }: AttemptsOptions) {
  const running = new Map<string, Attempt>()

  const begin = (outbox: Outbox, claimed: Claimed, isAwaited: boolean): Attempt => {
    const { key, path } = claimed.submission
    const visitor = { isWaiting: isAwaited, hasOutcome: false }
    const run = async (): Promise<Outcome> => {
      const outcome = forVisitor(await deliver(claimed), visitor.isWaiting)
      visitor.hasOutcome = true
      count(outcome.kind)
      report(outcome, { ...events.about, path, attempts: claimed.attempts })
      // On failure it stays in the outbox and is delivered again with the same key.
      await outbox.settle(claimed, outcome).catch((error: Error) => {
        log.error({ reason: error.message, outbox: outbox.name }, 'form outcome not written to the outbox')
      })
      return outcome
    }
    const attempt: Attempt = {
      outcome: run().finally(() => running.delete(key)),
      stopWaiting: () => {
        visitor.isWaiting = false
        return !visitor.hasOutcome
      },
    }
    running.set(key, attempt)
    return attempt
  }

  const report = (outcome: Outcome, about: { path: string; attempts: number }) => {
    if (outcome.kind === 'failed') log.warn({ ...about, reason: outcome.reason }, events.failed)
    if (outcome.kind === 'refused') {
      log.error({ ...about, status: outcome.response.status }, events.refused)
    }
  }

  return {
    begin,
    find: (key: string) => running.get(key),
    count: () => running.size,
    /** Resolves when all attempts have ended, or after `ms`. */
    async settled(ms: number) {
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, ms)
      await Promise.race([Promise.all([...running.values()].map(({ outcome }) => outcome)), timer.promise])
      clearTimeout(timeout)
    },
  }
}

function forVisitor(outcome: Outcome, isWaiting: boolean): Outcome {
  return outcome.kind === 'returned' && !isWaiting ? { ...outcome, kind: 'refused' } : outcome
}
