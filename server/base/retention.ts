// Retention: deletes what is older than a number of days, at the start and every hour.
import { createClockSteps } from './clock-steps.ts'

type RetentionOptions = {
  days: number
  /** Deletes what was received before a time, in milliseconds since 1970; resolves with the number. */
  drop: (before: number) => number | Promise<number>
  /** What is deleted, for the log. */
  what: string
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

type Log = Record<'info' | 'warn' | 'error', (about: object, event: string) => void>

const dayMs = 24 * 3_600_000
const everyMs = 3_600_000
/** The clocks are compared this often. */
const checkMs = 1000
/** A larger step of the wall clock means that it was set. */
const largestStepMs = 600_000

/** The first run is always logged, further ones where something was deleted. */
export function createRetention({ days, drop, what, log, now, monotonic }: RetentionOptions) {
  let ranAt = Number.NEGATIVE_INFINITY
  const stepOfClock = createClockSteps({ now, monotonic }, largestStepMs)
  let running: Promise<void> | undefined

  const run = async () => {
    const isFirst = ranAt === Number.NEGATIVE_INFINITY
    ranAt = monotonic()
    // A clock set to a wrong year must not delete everything: an hour to set it right.
    const step = stepOfClock()
    if (step !== 0) return log.warn({ what, stepMs: step }, 'retention: clock was set')
    const deleted = await drop(now() - days * dayMs)
    if (isFirst || deleted > 0) log.info({ what, days, deleted }, 'retention')
  }

  const runIfDue = () => {
    if (running || monotonic() - ranAt < everyMs) return
    running = run()
      .catch((error: Error) => log.error({ what, reason: error.message }, 'retention failed'))
      .finally(() => {
        running = undefined
      })
  }
  runIfDue()
  const timer = setInterval(runIfDue, checkMs)
  timer.unref()

  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
