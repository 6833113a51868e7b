// Which outcomes of an attempt are worth a second one, and after what pause.
import { retryAfterLimitMs, retryStatuses } from '../../shared/constants.ts'
import type { OriginRequest, OriginResponse } from './origin.ts'

/** RFC 9110 §9.2.1: safe requests, and POSTs that are known to only read. Never one whose body is a stream. */
export function isRepeatable({ method, repeatable, body }: OriginRequest): boolean {
  const isWhole = body === undefined || Buffer.isBuffer(body)
  return isWhole && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || repeatable === true)
}

/** Milliseconds to wait before the one retry; undefined where the outcome stands. */
export function pauseBeforeRetry(outcome: OriginResponse | Error): number | undefined {
  if (outcome instanceof Error) return 0
  if (!retryStatuses.includes(outcome.status)) return undefined
  const seconds = Number(outcome.headers['retry-after'] ?? 0)
  const pause = seconds * 1000
  return pause >= 0 && pause <= retryAfterLimitMs ? pause : undefined
}
