// Requests of a source to its content system: one deadline for all of a step, JSON of a bounded size, errors that name the request.
import { isApiError } from '../../../shared/errors.ts'
import { queryString } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { field } from '../../base/fields.ts'
import { parseJson } from '../../base/json.ts'
import type { OriginRequest, OriginResponse, Send } from '../../base/origin.ts'
import { isOriginError, originError } from '../../base/origin-error.ts'
import { readBody } from '../../base/read-body.ts'
import { shownPath } from '../../base/shown-path.ts'
import type { RequestOptions, System, SystemResponse } from './source.ts'

/** A response that the site cannot use: for the log, and as the reason at /readyz. */
export type SystemProblem = { call: 'pull'; path: string; status: number; problem: string; body?: Buffer }

type RequestsOptions = {
  /** The name of the system, for errors. */
  name: string
  sendTo: Record<Locale, Send>
  /** Sends requests without API_TOKEN. */
  sendPubliclyTo: Record<Locale, Send>
  /** Largest response, in bytes. */
  responseLimit: number
  /** Timeout of one step. */
  timeoutMs: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  report: (problem: SystemProblem) => void
}

/** A System for the requests of one step. `onDate`: gets the time of the system, as its responses have it. */
type StartRequests = (locale: Locale, onDate?: (date: string) => void) => System

const missing = 404
const call = 'pull'

export function createStartRequests(options: RequestsOptions): StartRequests {
  const { name, sendTo, sendPubliclyTo, responseLimit, timeoutMs, monotonic, report } = options
  return (locale, onDate = () => {}) => {
    const started = monotonic()
    const left = () => timeoutMs - (monotonic() - started)

    const exchange = async (sent: Sent, { locale: site = locale, accept = [], ...flags }: RequestOptions) => {
      const rejected = (status: number, expected: string, body?: Buffer) => {
        const path = shownPath(sent.path)
        const problem = `${expected}, got status ${status}`
        if (!flags.isProbe) report({ call, path, status, problem, ...(body && { body }) })
        const what = `${name} ${sent.method} ${path}: ${expected}, got status ${status}`
        return originError(status === 0 ? 'timeout' : 'network', new Error(what), status)
      }
      if (left() <= 0) throw originError('timeout', new Error(`no time left for ${shownPath(sent.path)}`))
      const send = (flags.isPublic ? sendPubliclyTo : sendTo)[site]
      const response = await send(requestOf(sent, left()))
      const body = await bodyOf(response, responseLimit, left())
      const isAccepted = (status: number) =>
        (status === missing && !flags.mustExist) || accept.includes(status)
      const { status } = response
      if ((status < 200 || status > 299) && !isAccepted(status))
        throw rejected(status, expectedOf(status), body)
      const json = parseJson(body)
      if (json === undefined && status !== missing) throw rejected(status, 'expected JSON', body)
      const parsed = systemResponse(response, json)
      const date = parsed.field('date')
      if (date) onDate(date)
      return { ...parsed, reject: (expected: string) => rejected(status, expected, body) }
    }

    return {
      locale,
      get: (path, query = {}, rest = {}) =>
        exchange({ method: 'GET', path: path + queryString(query) }, rest),
      post: (path, body, rest = {}) =>
        exchange({ method: 'POST', path, body: Buffer.from(JSON.stringify(body)) }, rest),
    }
  }
}

type Sent = { method: string; path: string; body?: Buffer }

function requestOf(sent: Sent, timeoutMs: number): OriginRequest {
  return {
    ...sent,
    headers: { accept: 'application/json', ...(sent.body && { 'content-type': 'application/json' }) },
    call,
    timeoutMs,
    repeatable: true,
  }
}

async function bodyOf(response: OriginResponse, limit: number, ms: number): Promise<Buffer> {
  try {
    return await readBody(response.body, limit, Math.max(1, ms))
  } catch (error) {
    if (isOriginError(error)) throw error
    throw originError(isApiError(error) && error.kind === 'timeout' ? 'timeout' : 'network', error)
  }
}

function expectedOf(status: number): string {
  if (status === 401 || status === 403) return 'expected access (API_TOKEN)'
  if (status >= 300 && status < 400) return 'expected no redirect (API_BASE)'
  return 'expected a success'
}

function systemResponse(response: OriginResponse, body: unknown): Omit<SystemResponse, 'reject'> {
  return { status: response.status, body, field: (name) => field(response.headers, name) }
}
