// Delivery to the upstream: one attempt, the outcome of its response, and its messages for the visitor.
import { readEnvelope } from '../../shared/api/envelope.ts'
import { errorMessage, fieldMessages, parseJson, shownMessage } from '../../shared/api/error-message.ts'
import { resolvingErrorCodes } from '../../shared/constants.ts'
import type { FormErrors } from '../../shared/form.ts'
import type { Send } from '../base/content-source.ts'
import { readBodyUpTo } from '../base/read-body.ts'
import { type Claimed, formPath, type Outcome, recordIn, type UpstreamResponse } from './message.ts'
import type { Channel } from './worker.ts'

const responseTimeoutMs = 3000
const responseLimitBytes = 65_536
/** Upper limit of Retry-After. */
const longestPauseMs = 3_600_000
/** 409: another attempt with this key is running; if it persists, the upstream has the key with other content. */
const mostConflicts = 10
const temporary = [408, 409, 425, 429]
export const isTemporary = (status: number) => temporary.includes(status)
/** Errors that the visitor can correct, if the body has a reason. */
const contentErrors = [400, 422]
/** A wrong token or FORM_NAME, whatever the body says: for the operators, as are other 4xx without a resolving code. */
const operatorErrors = [401, 403, 404]

/** `resends`: whether the upstream knows Idempotency-Key, so that a message may be sent to it again. */
export function createUpstreamChannel(send: Send, resends: boolean): Channel {
  return {
    name: 'upstream',
    async send(claimed) {
      if (!resends && claimed.attempts > 1)
        return { kind: 'refused', reason: 'interrupted, and FORM_RESEND=off' }
      const outcome = await attempt(send, claimed).catch((error: { kind?: string }) =>
        failed(error.kind ?? 'network'),
      )
      return outcome.kind === 'failed' && !resends ? { kind: 'refused', reason: outcome.reason } : outcome
    },
  }
}

async function attempt(send: Send, { message, attempts }: Claimed): Promise<Outcome> {
  const { key, form, locale, fingerprint, flags, fields } = message
  const { status, headers, body } = await send({
    method: 'POST',
    path: formPath(form),
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      'content-type': 'application/json',
      'finger-print': fingerprint,
      'idempotency-key': key,
      ...(flags.length > 0 && { 'form-flags': flags.join(' ') }),
    },
    body: Buffer.from(fields),
  })
  const text = String((await readBodyUpTo(body, responseLimitBytes, responseTimeoutMs)) ?? '')
  return outcomeOf({ status, body: text }, attempts, pauseOf(headers['retry-after']))
}

export function failed(reason: string, pauseMs?: number): Outcome {
  return { kind: 'failed', reason, pauseMs }
}

function outcomeOf(response: UpstreamResponse, attempts: number, pauseMs: number | undefined): Outcome {
  const { status, body } = response
  const json = recordIn(body)
  if (status >= 200 && status < 300) {
    if (readEnvelope(json)?.isSuccess) return { kind: 'delivered', response }
    // Else a response of an intermediary, such as a maintenance page.
    return json['success'] === false ? { kind: 'returned', response } : failed('no envelope', pauseMs)
  }
  const isClientError = status >= 400 && status < 500
  const isContentError = contentErrors.includes(status) && reasonIn(body) !== ''
  const isResolving = isClientError && resolvingErrorCodes.includes(Number(json['code']))
  if (isContentError || (isResolving && !operatorErrors.includes(status)))
    return { kind: 'returned', response }
  const isWorthRetrying = isTemporary(status) && (status !== 409 || attempts < mostConflicts)
  if (isClientError && !isWorthRetrying) return { kind: 'refused', reason: String(status) }
  return failed(String(status), pauseMs)
}

/** RFC 9110 §10.2.3, in seconds; a date is ignored. */
export function pauseOf(retryAfter: string | string[] | undefined): number | undefined {
  const seconds = /^\d{1,6}$/.test(String(retryAfter ?? '')) ? Number(retryAfter) : undefined
  return seconds === undefined ? undefined : Math.min(seconds * 1000, longestPauseMs)
}

/** The error message, also of a body that is a string; empty where there is none. */
export function reasonIn(body: string): string {
  return errorMessage(parseJson(body) ?? body) || shownMessage(recordIn(body)['msg'])
}

/** The error messages by field. */
export function errorsIn(body: string): FormErrors {
  return fieldMessages(recordIn(body)['errors'], ' ')
}
