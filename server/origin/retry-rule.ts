// Which outcomes of an attempt are worth a second one, and after what pause.
import { retryAfterLimitMs, retryStatuses } from '../../shared/constants.ts'
import { field } from '../cache/semantics/fields.ts'
import { parseHttpDate } from '../cache/semantics/http-date.ts'
import type { OriginRequest, OriginResponse } from './origin.ts'

const unavailable = 503

/** RFC 9110 §9.2.1: safe requests, and POSTs that are known to only read. Never one whose body is a stream. */
export function isRepeatable({ method, repeatable, body }: OriginRequest): boolean {
  const isWhole = body === undefined || Buffer.isBuffer(body)
  return isWhole && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || repeatable === true)
}

/** Milliseconds to wait before the one retry; undefined where the outcome stands. */
export function pauseBeforeRetry(
  outcome: OriginResponse | Error,
  { isCrowded }: OriginRequest,
  now: number,
): number | undefined {
  if (outcome instanceof Error) return 0
  if (!retryStatuses.includes(outcome.status)) return undefined
  const retryAfter = field(outcome.headers, 'retry-after')
  // Asked for by many and unavailable: too much to do is likelier than a hiccup, and one more would be the same.
  if (outcome.status === unavailable && retryAfter === undefined && isCrowded?.()) return undefined
  const pause = retryAfter === undefined ? 0 : retryAfterMs(retryAfter, now)
  return pause !== undefined && pause <= retryAfterLimitMs ? pause : undefined
}

/** RFC 9110 §10.2.3: seconds or a date; undefined for anything else. */
function retryAfterMs(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = parseHttpDate(value, now)
  return date === undefined ? undefined : Math.max(0, date - now)
}
