// Delivery: one attempt to send a submission to the origin, and the outcome of its response.
import { readEnvelope } from '../../shared/api/envelope.ts'
import { recordIn } from '../base/json.ts'
import type { OriginRequest, Send } from '../base/origin.ts'
import { readBodyUpTo } from '../base/read-body.ts'
import { type Claimed, longestPauseMs } from './outbox.ts'
import type { Outcome, Submission, UpstreamResponse } from './submission.ts'
import { reasonIn } from './upstream-result.ts'

/** Never rejects. */
export type Deliver = (claimed: Claimed) => Promise<Outcome>

const responseTimeoutMs = 3000
const responseLimitBytes = 65_536
/** 409: another attempt with this key is running; if it persists, the origin has the key with other content. */
const mostConflicts = 10
const temporary = [408, 409, 425, 429]
export const isTemporary = (status: number) => temporary.includes(status)
/** Errors that the visitor can correct, if the body has a reason. Other 4xx are for the operators. */
const contentErrors = [400, 422]

export function createDelivery({ send }: { send: Send }): Deliver {
  return async ({ submission, attempts }) => {
    try {
      const { status, headers, body } = await send(requestOf(submission))
      const text = String((await readBodyUpTo(body, responseLimitBytes, responseTimeoutMs)) ?? '')
      return outcomeOf({ status, body: text }, attempts, pauseOf(headers['retry-after']))
    } catch (error) {
      return { kind: 'failed', reason: (error as { kind?: string }).kind ?? 'network' }
    }
  }
}

function requestOf({ key, path, locale, fingerprint, flags, body }: Submission): OriginRequest {
  return {
    method: 'POST',
    path,
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      'content-type': 'application/json',
      'finger-print': fingerprint,
      'idempotency-key': key,
      ...(flags.length > 0 && { 'form-flags': flags.join(' ') }),
    },
    body: Buffer.from(body),
  }
}

function outcomeOf(response: UpstreamResponse, attempts: number, pauseMs: number | undefined): Outcome {
  const { status, body } = response
  if (status >= 200 && status < 300) return envelopeOutcome(response, successOf(body))
  if (contentErrors.includes(status) && reasonIn(body) !== '') return { kind: 'returned', response }
  const isWorthRetrying = isTemporary(status) && (status !== 409 || attempts < mostConflicts)
  if (status >= 400 && status < 500 && !isWorthRetrying) return { kind: 'refused', response }
  return { kind: 'failed', reason: String(status), ...(pauseMs !== undefined && { pauseMs }) }
}

function envelopeOutcome(response: UpstreamResponse, success: boolean | undefined): Outcome {
  // A response of an intermediary, such as a maintenance page.
  if (success === undefined) return { kind: 'failed', reason: 'no envelope' }
  return { kind: success ? 'delivered' : 'returned', response }
}

function successOf(body: string): boolean | undefined {
  const json = recordIn(body)
  if (readEnvelope(json)?.isSuccess) return true
  return json['success'] === false ? false : undefined
}

/** RFC 9110 §10.2.3, in seconds; a date is ignored. */
export function pauseOf(retryAfter: string | string[] | undefined): number | undefined {
  const seconds = /^\d{1,6}$/.test(String(retryAfter ?? '')) ? Number(retryAfter) : undefined
  return seconds === undefined ? undefined : Math.min(seconds * 1000, longestPauseMs)
}
