// Checks the data of a response to a business call before it is stored, and logs what is wrong with it.
import type { FastifyBaseLogger } from 'fastify'
import type { CallName } from '../../shared/api/calls.ts'
import { isContentError, type Lenient } from '../../shared/content/reader.ts'
import type { Locale } from '../../shared/locale.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import type { CallReader } from '../origin/call-reader.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'

/** `field` is '' where the response as a whole is invalid. */
type Problem = { field: string; message: string }

export type CallCheck = Pick<CallReader, 'parse'> & {
  /** Why the call's reader rejects the data; undefined where it accepts them. `path` is for the log. */
  read: (call: CallName, locale: Locale, path: string, data: unknown) => Problem | undefined
  /** A response that counts as a failure of the origin. */
  report: (
    call: CallName,
    path: string,
    problem: Problem,
    response?: { status: number; body?: Buffer },
  ) => void
}

type Options = {
  reader: CallReader
  problems: Pick<OriginProblems, 'report'>
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => number
}

/** Log lines for one call in one minute. */
const maxLines = 10

export function createCallCheck({ reader, problems, log, now }: Options): CallCheck {
  const limits = new Map<CallName, () => boolean>()
  const mayLog = (call: CallName) => {
    const limit = limits.get(call) ?? createMinuteLimit(maxLines, now)
    limits.set(call, limit)
    return limit()
  }
  const warn = (call: CallName, path: string, { field, message }: Problem, event: string, count?: number) => {
    if (!mayLog(call)) return
    // The query may contain a visitor's search terms.
    log.warn({ call, field, problem: message, path: path.split('?', 1)[0], count }, event)
  }

  return {
    parse: reader.parse,
    read(call, locale, path, data) {
      const lenient: Lenient = { omitted: [] }
      try {
        reader.check(call, locale, data, lenient)
      } catch (error) {
        if (!isContentError(error)) throw error
        return { field: error.field, message: error.message }
      }
      const [first] = lenient.omitted
      if (first) warn(call, path, first, 'origin response: invalid items left out', lenient.omitted.length)
      return undefined
    },
    report: (call, path, { field, message }, response = { status: 0 }) => {
      const { status, body } = response
      const plainPath = path.split('?', 1)[0]!
      problems.report({
        ...{ call, path: plainPath, field, problem: message },
        ...(status > 0 && { status }),
        ...(body && { body }),
      })
    },
  }
}
