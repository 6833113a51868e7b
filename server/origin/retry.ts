// Retry policy: which outcomes are retried, after what pause, and the retry budget.
import { retryAfterLimitMs, retryStatuses } from '../../shared/constants.ts'
import { splitUrl } from '../../shared/resolve.ts'
import { field, parseHttpDate } from '../base/fields.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { isRead } from './call-policy.ts'

/** RFC 9110 §9.2.1: safe requests, and POSTs that are known to only read; not with a stream as body. */
export function isRepeatable({ method, path, body }: OriginRequest): boolean {
  const isWhole = body === undefined || Buffer.isBuffer(body)
  return isWhole && isRead(method, splitUrl(path).pathname)
}

/** Milliseconds to wait before the one retry; undefined for no retry. */
export function pauseBeforeRetry(outcome: OriginResponse | Error, now: number): number | undefined {
  if (outcome instanceof Error) return 0
  if (!retryStatuses.includes(outcome.status)) return undefined
  const retryAfter = field(outcome.headers, 'retry-after')
  const pause = retryAfter === undefined ? 0 : retryAfterMs(retryAfter, now)
  return pause !== undefined && pause <= retryAfterLimitMs ? pause : undefined
}

/** RFC 9110 §10.2.3: seconds or a date; undefined for anything else. */
function retryAfterMs(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = parseHttpDate(value, now)
  return date === undefined ? undefined : Math.max(0, date - now)
}

const share = 0.2
const reserve = 10

/** Retries are a share of the requests: attempts in all stay below (1 + share) × requests + reserve. */
export function createRetryBudget() {
  let tokens = reserve
  return {
    /** Called for every request. */
    deposit() {
      tokens = Math.min(reserve, tokens + share)
    },
    /** Takes a token; false where none is left. */
    withdraw(): boolean {
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
