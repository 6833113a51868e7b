// Retention: deletes messages that are older than a number of days, at the start and every hour.
import type { FastifyBaseLogger } from 'fastify'
import { type Clocks, createClockSteps } from './clock-steps.ts'
import type { Store } from './message.ts'

type RetentionOptions = Clocks & {
  stores: Store[]
  days: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

const what = 'form messages and their notifications'
const dayMs = 24 * 3_600_000
const everyMs = 3_600_000
/** A larger step of the wall clock means that it was set. */
const largestStepMs = 600_000

/** To be called often. The first run is always logged, further ones where something was deleted. */
export function createRetention({ stores, days, log, now, monotonic }: RetentionOptions) {
  let ranAt = Number.NEGATIVE_INFINITY
  const stepOfClock = createClockSteps({ now, monotonic }, largestStepMs)
  return async () => {
    if (monotonic() - ranAt < everyMs) return
    const isFirst = ranAt === Number.NEGATIVE_INFINITY
    ranAt = monotonic()
    // A clock set to a wrong year must not delete everything: an hour to set it right.
    const step = stepOfClock()
    if (step !== 0) return log.warn({ what, stepMs: step }, 'retention: clock was set')
    // The other deletes even where one store cannot be reached.
    const dropped = stores.map((store) =>
      store.drop(now() - days * dayMs).catch((error: Error) => {
        log.warn({ outbox: store.name, reason: error.message }, 'retention: outbox not reachable')
        return 0
      }),
    )
    const deleted = (await Promise.all(dropped)).reduce((sum, one) => sum + one, 0)
    if (isFirst || deleted > 0) log.info({ what, days, deleted }, 'retention')
  }
}
