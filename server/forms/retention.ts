// Retention: deletes messages that are older than a number of days, at the start and every hour.
import type { FastifyBaseLogger } from 'fastify'
import { type ChannelName, channelNames, type Outbox } from './outbox.ts'

type RetentionOptions = Clocks & {
  stores: { outboxes: () => Outbox[]; outboxesOf: (channel: ChannelName) => Outbox[] }
  days: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

const what = 'form messages and their notifications'
const dayMs = 24 * 3_600_000
const everyMs = 3_600_000
/** The clocks are compared this often. */
const checkMs = 1000
/** A larger step of the wall clock means that it was set. */
const largestStepMs = 600_000

/** Also those that were refused. The first run is always logged, further ones where something was deleted. */
export function createFormRetention({ stores, days, log, now, monotonic }: RetentionOptions) {
  let ranAt = Number.NEGATIVE_INFINITY
  const stepOfClock = createClockSteps({ now, monotonic }, largestStepMs)
  let running: Promise<void> | undefined

  const drop = async (before: number): Promise<number> => {
    const all = [...stores.outboxes(), ...channelNames.flatMap(stores.outboxesOf)]
    // The others delete even where one outbox cannot be reached.
    const dropped = all.map((outbox) =>
      outbox.drop(before).catch((error: Error) => {
        log.warn({ outbox: outbox.name, reason: error.message }, 'retention: outbox not reachable')
        return 0
      }),
    )
    return (await Promise.all(dropped)).reduce((sum, one) => sum + one, 0)
  }

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

type Clocks = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

/** Milliseconds by which the wall clock was set since the last call; 0 for a step below `smallestMs`, which is counted later. */
export function createClockSteps({ now, monotonic }: Clocks, smallestMs: number): () => number {
  let offset = now() - monotonic()
  return () => {
    const step = Math.round(now() - monotonic() - offset)
    if (Math.abs(step) < smallestMs) return 0
    offset += step
    return step
  }
}
