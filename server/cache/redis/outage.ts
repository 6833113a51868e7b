// An outage: one log line at its beginning and one at its end, and the pause between two attempts.
import type { FastifyBaseLogger } from 'fastify'

export type Outage = ReturnType<typeof createOutage>

type OutageOptions = {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Fields of both log lines. */
  about: Record<string, unknown>
  begins: string
  ends: string
  coolDownMs: number
  onChange?: () => void
}

/** An outage that returns within this time gets a longer pause (exponential backoff), and so fewer log lines. */
const relapseMs = 60_000
const maxCoolDownMs = 60_000
/** Pauses do not depend on the system clock. */
const now = () => performance.now()

export function createOutage({ log, about, begins, ends, coolDownMs, onChange = () => {} }: OutageOptions) {
  let isOut = false
  let pauseMs = coolDownMs
  let endedAt = Number.NEGATIVE_INFINITY
  let nextTryAt = 0
  return {
    isOut: () => isOut,
    /** False during the pause. */
    mayTry: () => !isOut || now() >= nextTryAt,
    pauseMs: () => pauseMs,
    begin(reason: string) {
      if (!isOut) {
        const isRelapse = now() - endedAt < relapseMs
        pauseMs = isRelapse ? Math.min(pauseMs * 2, maxCoolDownMs) : coolDownMs
        isOut = true
        log.warn({ ...about, reason }, begins)
      }
      nextTryAt = now() + pauseMs
      onChange()
    },
    end() {
      if (isOut) {
        isOut = false
        endedAt = now()
        log.info(about, ends)
      }
      onChange()
    },
  }
}
