// Attempts at the origin that are under way: one a key, each written down in its outbox when it ends.
import type { FastifyBaseLogger } from 'fastify'
import type { Deliver } from './delivery.ts'
import type { Claimed, Outbox } from './outbox.ts'
import type { Outcome } from './submission.ts'

export type Attempts = ReturnType<typeof createAttempts>
export type Attempt = {
  /** Never rejects. */
  outcome: Promise<Outcome>
  /** From now on nobody waits: a refusal is for the operators. False when the answer has just come. */
  leave: () => boolean
}

type Options = {
  deliver: Deliver
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  count: (kind: Outcome['kind']) => void
}

export function createAttempts({ deliver, log, count }: Options) {
  const running = new Map<string, Attempt>()

  const begin = (outbox: Outbox, claimed: Claimed, isAwaited: boolean): Attempt => {
    const { key, path } = claimed.submission
    const visitor = { waits: isAwaited, isAnswered: false }
    const run = async (): Promise<Outcome> => {
      const outcome = addressed(await deliver(claimed), visitor.waits)
      visitor.isAnswered = true
      count(outcome.kind)
      report(outcome, { path, attempts: claimed.attempts })
      // It stays where it is, and is delivered again under the same key.
      await outbox.settle(claimed, outcome).catch((error: Error) => {
        log.error({ reason: error.message, outbox: outbox.name }, 'form outbox not written')
      })
      return outcome
    }
    const attempt: Attempt = {
      outcome: run().finally(() => running.delete(key)),
      leave: () => {
        visitor.waits = false
        return !visitor.isAnswered
      },
    }
    running.set(key, attempt)
    return attempt
  }

  const report = (outcome: Outcome, about: { path: string; attempts: number }) => {
    if (outcome.kind === 'failed') log.warn({ ...about, reason: outcome.reason }, 'form not delivered yet')
    if (outcome.kind === 'refused') {
      log.error({ ...about, status: outcome.answer.status }, 'form refused by the origin, kept in the outbox')
    }
  }

  return {
    begin,
    find: (key: string) => running.get(key),
    count: () => running.size,
    /** Resolves when all have ended, or after a time. */
    async settled(ms: number) {
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, ms)
      await Promise.race([Promise.all([...running.values()].map(({ outcome }) => outcome)), timer.promise])
      clearTimeout(timeout)
    },
  }
}

function addressed(outcome: Outcome, visitorWaits: boolean): Outcome {
  return outcome.kind === 'returned' && !visitorWaits ? { ...outcome, kind: 'refused' } : outcome
}
