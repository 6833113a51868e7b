// A trouble that lasts: said once when it begins and once when it is over, with a pause before the next try.
import type { FastifyBaseLogger } from 'fastify'

export type Outage = ReturnType<typeof createOutage>

type Options = {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Goes into both lines. */
  about: Record<string, unknown>
  begins: string
  ends: string
  coolDownMs: number
  onChange: () => void
  /** Milliseconds of any clock. */
  now: () => number
}

/** A trouble that is back within this time after it was over gets longer and longer pauses, and so fewer lines. */
const relapseMs = 60_000
const longestCoolDownMs = 60_000

export function createOutage({ log, about, begins, ends, coolDownMs, onChange, now }: Options) {
  let isOut = false
  let pauseMs = coolDownMs
  let endedAt = Number.NEGATIVE_INFINITY
  let nextTryAt = 0
  return {
    isOut: () => isOut,
    /** False while it is not to be tried again yet. */
    mayTry: () => !isOut || now() >= nextTryAt,
    pauseMs: () => pauseMs,
    begin(reason: string) {
      if (!isOut) {
        const isRelapse = now() - endedAt < relapseMs
        pauseMs = isRelapse ? Math.min(pauseMs * 2, longestCoolDownMs) : coolDownMs
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
