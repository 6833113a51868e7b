// Asks a content system each minute whether it still answers to API_TOKEN: visitors are served what is stored, so that nobody
// would notice before it has expired.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../base/origin.ts'
import { isOriginError } from './origin-error.ts'

type Options = {
  /** Without it nothing is asked. */
  checkAccess: Origin['checkAccess']
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  everyMs?: number
}

const minuteMs = 60_000

export function createAccessCheck({ checkAccess, log, everyMs = minuteMs }: Options) {
  let warning: string | undefined

  /** A system that cannot be reached says nothing: what was known stays. */
  async function check(ask: NonNullable<typeof checkAccess>): Promise<void> {
    try {
      await ask()
      if (warning) log.info({}, 'content system: usable again')
      warning = undefined
    } catch (err) {
      const found = isOriginError(err) ? warningOf(err.status) : undefined
      if (found && found !== warning) log.warn({ err }, found)
      warning = found ?? warning
    }
  }

  return {
    /** Rejects when `signal` aborts. */
    async run(signal: AbortSignal): Promise<void> {
      while (checkAccess) {
        await check(checkAccess)
        await sleep(everyMs, undefined, { ref: false, signal })
      }
    },
    /** Without URLs and words of the system. */
    warnings: (): string[] => (warning ? [warning] : []),
  }
}

/** Undefined without a response. */
function warningOf(status: number): string | undefined {
  if (status === 401 || status === 403) return 'content system: access denied (API_TOKEN)'
  return status > 0 ? `content system: no usable response (status ${status})` : undefined
}
