// Requests of one business call to a content system: one deadline for all, JSON of a bounded size, errors that name the call.
import type { CallName } from '../../../shared/api/calls.ts'
import { isApiError } from '../../../shared/errors.ts'
import { queryString } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { field } from '../../base/fields.ts'
import { parseJson } from '../../base/json.ts'
import type { OriginRequest, OriginResponse, Send } from '../../base/origin.ts'
import type { OriginProblem } from '../../telemetry/origin-problems.ts'
import { isOriginError, originError } from '../origin-error.ts'
import { readBody } from '../read-body.ts'
import { shownPath } from '../shown-path.ts'
import type { RequestOptions, System, SystemResponse } from './adapter.ts'

type Options = {
  /** The name of the system, for errors. */
  name: string
  sendTo: Record<Locale, Send>
  /** Largest response, in bytes. */
  responseLimit: number
  timeoutMs: number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** A response that the site cannot use. */
  report: (problem: OriginProblem) => void
}

/** For one business call. Creates the Systems of its language. */
export type StartCall = (call: CallName, request: OriginRequest, locale: Locale) => System

const missing = 404

export function createStartCall(options: Options): StartCall {
  const { name, sendTo, responseLimit, timeoutMs, monotonic, report } = options
  return (call, request, locale) => {
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
      if (left() <= 0)
        throw originError('timeout', new Error(`${call}: no time left for ${shownPath(sent.path)}`))
      const response = await sendTo[site](requestOf(sent, request, call, left()))
      const body = await bodyOf(response, responseLimit, left())
      const isAccepted = (status: number) =>
        (status === missing && !flags.mustExist) || accept.includes(status)
      const { status } = response
      if ((status < 200 || status > 299) && !isAccepted(status))
        throw rejected(status, expectedOf(status), body)
      const json = parseJson(body)
      if (json === undefined && status !== missing) throw rejected(status, 'expected JSON', body)
      return {
        ...systemResponse(response, json),
        reject: (expected: string) => rejected(status, expected, body),
      }
    }

    return {
      locale,
      preview: request.preview === true,
      get: (path, query = {}, rest = {}) =>
        exchange({ method: 'GET', path: path + queryString(query) }, rest),
      post: (path, body, rest = {}) =>
        exchange({ method: 'POST', path, body: Buffer.from(JSON.stringify(body)) }, rest),
    }
  }
}

type Sent = { method: string; path: string; body?: Buffer }

/** Nothing of the visitor is sent but the ids of tracing. */
function requestOf(sent: Sent, request: OriginRequest, call: CallName, timeoutMs: number): OriginRequest {
  const traced = Object.entries(request.headers).filter(([name]) => tracing.includes(name))
  return {
    ...sent,
    headers: {
      accept: 'application/json',
      ...(sent.body && { 'content-type': 'application/json' }),
      ...Object.fromEntries(traced),
    },
    call,
    timeoutMs,
    repeatable: true,
    ...(request.signal && { signal: request.signal }),
    ...(request.hasWaiters && { hasWaiters: request.hasWaiters }),
  }
}

const tracing = ['traceparent', 'tracestate', 'x-request-id']

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
