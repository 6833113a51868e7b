// Poll loop: one poll after the other, with longer pauses after failures, which are logged once for each state.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isOriginError } from '../../base/origin-error.ts'

/** When a system is polled. */
export type PollTimes = {
  /** Milliseconds between polls. */
  everyMs: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** Resolves after a time, or rejects when the signal aborts. */
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
}

type PollLoopOptions = {
  /** Resolves with whether this server is the one that polls. */
  poll: () => Promise<boolean>
  /** Whether everything has been pulled once. */
  isReady: () => boolean
  /** The number of items that have been pulled. */
  items: () => number
  progress: () => string
  heldWarning: () => string | undefined
  /** Another server may try. */
  release: () => Promise<void>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  times: PollTimes & { signal: AbortSignal }
}

const mostRetryMs = 300_000
const firstRetryMs = 1000
const progressEveryMs = 5000
/** Polls that fail one after the other, after which another server may try. */
const mostFailures = 3

const failureTexts = {
  'source denied': 'access denied (API_TOKEN)',
  'source unreachable': 'not reachable, or no usable response',
  'content not stored': 'what it sent could not be stored',
}

export function createPollLoop(options: PollLoopOptions) {
  const { poll, isReady, items, heldWarning, release, log, times } = options
  const { everyMs, monotonic, signal } = times
  const pause = times.pause ?? ((ms, signal) => sleep(ms, undefined, { ref: false, signal }))
  let warning: string | undefined
  let failures = 0
  let wake = () => {}

  async function attempt(): Promise<void> {
    const started = monotonic()
    const isFirst = !isReady()
    try {
      const hasPolled = await poll()
      if (hasPolled && (isFirst || warning))
        log.info({ items: items(), ms: Math.round(monotonic() - started) }, 'content pulled')
      failures = 0
      if (hasPolled) warning = heldWarning()
    } catch (err) {
      signal.throwIfAborted()
      failures++
      const kind = failureOf(err)
      const text = `content system: ${failureTexts[kind]}`
      if (warning !== text) log.warn({ err }, kind)
      warning = text
      if (failures >= mostFailures) await release()
    }
  }

  return {
    /** For operators, without URLs. */
    warnings: (): string[] => (warning ? [warning] : []),
    /** Another server has completed a pass. */
    received(): void {
      warning = heldWarning()
    },
    /** The next poll begins at once. */
    wake: () => wake(),
    /** Resolves when the signal has aborted. */
    async run(): Promise<void> {
      const timer = logProgress(options)
      try {
        for (;;) {
          await attempt()
          const woken = Promise.withResolvers<void>()
          wake = woken.resolve
          await Promise.race([pause(waitMs(everyMs, failures, isReady()), signal), woken.promise])
        }
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        clearInterval(timer)
      }
    },
  }
}

/** Random, so that several servers do not poll at the same time. */
function waitMs(everyMs: number, failures: number, isReady: boolean): number {
  const first = isReady ? everyMs : firstRetryMs
  const wait = failures === 0 ? everyMs : Math.min(mostRetryMs, first * 2 ** Math.min(failures - 1, 8))
  return wait * (0.9 + 0.2 * Math.random())
}

function logProgress({ isReady, progress, log, times: { monotonic } }: PollLoopOptions): NodeJS.Timeout {
  let loggedAt = monotonic()
  return setInterval(() => {
    if (isReady() || monotonic() - loggedAt < progressEveryMs) return
    loggedAt = monotonic()
    log.info({ progress: progress() }, 'content is being pulled')
  }, progressEveryMs).unref()
}

function failureOf(err: unknown): keyof typeof failureTexts {
  if (!isOriginError(err)) return 'content not stored'
  return err.status === 401 || err.status === 403 ? 'source denied' : 'source unreachable'
}
