// Checks the data of a response to a business call before it is stored, and logs why it is rejected.
import type { FastifyBaseLogger } from 'fastify'
import type { CallName } from '../../shared/api/calls.ts'
import { isContentError } from '../../shared/content/reader.ts'
import type { Locale } from '../../shared/locale.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import type { CallReader } from '../origin/call-reader.ts'

/** `field` is '' where the response as a whole is invalid. */
type Problem = { field: string; message: string }

export type CallCheck = Pick<CallReader, 'parse'> & {
  /** Why the call's reader rejects the data; undefined where it accepts them. */
  read: (call: CallName, locale: Locale, path: string, data: unknown) => Problem | undefined
  /** A response that counts as a failure of the origin. */
  report: (call: CallName, path: string, problem: Problem) => void
}

type Options = { reader: CallReader; log: Pick<FastifyBaseLogger, 'warn'>; now: () => number }

/** Log lines for one call in one minute. */
const maxLines = 10

export function createCallCheck({ reader, log, now }: Options): CallCheck {
  const limits = new Map<CallName, () => boolean>()
  const mayLog = (call: CallName) => {
    const limit = limits.get(call) ?? createMinuteLimit(maxLines, now)
    limits.set(call, limit)
    return limit()
  }
  return {
    parse: reader.parse,
    read(call, locale, path, data) {
      try {
        reader.check(call, locale, path, data)
      } catch (error) {
        if (!isContentError(error)) throw error
        return { field: error.field, message: error.message }
      }
      return undefined
    },
    report(call, path, { field, message }) {
      if (!mayLog(call)) return
      // The query may contain a visitor's search terms.
      log.warn({ call, field, problem: message, path: path.split('?', 1)[0] }, 'origin response rejected')
    },
  }
}
