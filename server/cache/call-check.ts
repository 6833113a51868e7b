// Checks the data of a response to a business call before it is stored, and logs why it is rejected.
import type { CallName } from '../../shared/api/calls.ts'
import { isContentError } from '../../shared/content/reader.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { namesUnknownCategory } from '../origin/call-policy.ts'
import type { CallReader } from '../origin/call-reader.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'

/** `field` is '' where the response as a whole is invalid. */
type Problem = { field: string; message: string }

export type CallCheck = Pick<CallReader, 'parse'> & {
  /** Responses have the lifetimes of the policy table, whatever caching fields they have. */
  isByPolicy: boolean
  /** Whether the path is of a category that the site does not have: a 404 is no failure. */
  namesUnknownCategory: (path: string) => boolean
  reportUnstored: OriginProblems['reportUnstored']
  /** Why the call's reader rejects the data of a body; undefined where it accepts them. */
  read: (
    call: CallName,
    locale: Locale,
    path: string,
    body: Buffer,
    data: unknown,
  ) => Promise<Problem | undefined>
  /** A response that counts as a failure of the origin. */
  report: (call: CallName, path: string, problem: Problem, response: { status: number; body: Buffer }) => void
}

type CallCheckOptions = {
  reader: CallReader
  problems: Pick<OriginProblems, 'report' | 'reportUnstored'>
  isByPolicy: boolean
  sections: () => SiteSections
}

export function createCallCheck({ reader, problems, isByPolicy, sections }: CallCheckOptions): CallCheck {
  return {
    isByPolicy,
    namesUnknownCategory: (path) => namesUnknownCategory(path, sections()),
    reportUnstored: (call, path, fields) => problems.reportUnstored(call, path.split('?', 1)[0]!, fields),
    parse: reader.parse,
    async read(call, locale, path, body, data) {
      try {
        await reader.prepare(body, data, locale)
        reader.check(call, locale, path, data)
      } catch (error) {
        if (!isContentError(error)) throw error
        return { field: error.field, message: error.message }
      }
      return undefined
    },
    report: (call, path, { field, message: problem }, { status, body }) =>
      problems.report({ call, path: path.split('?', 1)[0]!, field, problem, status, body }),
  }
}
