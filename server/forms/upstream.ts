// Delivery to the upstream: one attempt, the outcome of its response, and its messages for the visitor.
import { readEnvelope } from '../../shared/api/envelope.ts'
import { errorMessage, fieldMessages, jsonIn, shownMessage } from '../../shared/api/error-message.ts'
import { resolvingErrorCodes, retryStatuses } from '../../shared/constants.ts'
import type { FormErrors } from '../../shared/form.ts'
import type { Send } from '../base/content-source.ts'
import { readBodyUpTo } from '../base/read-body.ts'
import { type Claimed, formPath, type Outcome, recordIn, type UpstreamResponse } from './message.ts'
import type { Channel } from './worker.ts'

const responseTimeoutMs = 3000
const responseLimitBytes = 65_536
/** 409: another attempt with this key is running; if it persists, the upstream has the key with other content. */
const mostConflicts = 10
/** A wrong token or FORM_NAME, whatever the body says: for the operators, as are other 4xx without a resolving code. */
const operatorErrors = [401, 403, 404]

/** `resends`: whether the upstream knows Idempotency-Key, so that a message may be sent to it again. */
export function createUpstreamChannel(send: Send, resends: boolean): Channel {
  return {
    name: 'upstream',
    async send(claimed) {
      if (!resends && claimed.attempts > 1)
        return { state: 'refused', error: 'interrupted, and FORM_RESEND=off' }
      const outcome = await attempt(send, claimed).catch((error: { kind?: string }) =>
        failed(error.kind ?? 'network'),
      )
      return outcome.state === 'waiting' && !resends ? { state: 'refused', error: outcome.error } : outcome
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
      ...(flags && { 'form-flags': flags }),
    },
    body: Buffer.from(fields),
  })
  const text = String((await readBodyUpTo(body, responseLimitBytes, responseTimeoutMs)) ?? '')
  return outcomeOf({ status, body: text }, attempts, pauseOf(headers['retry-after']))
}

export function failed(error: string, pauseMs?: number): Outcome {
  return { state: 'waiting', error, pauseMs }
}

function outcomeOf(response: UpstreamResponse, attempts: number, pauseMs: number | undefined): Outcome {
  const { status, body } = response
  const json = recordIn(body)
  if (status >= 200 && status < 300) {
    if (readEnvelope(json)?.isSuccess) return { state: 'delivered', error: '', response }
    // Else a response of an intermediary, such as a maintenance page.
    return json['success'] === false ? { state: 'returned', response } : failed('no envelope', pauseMs)
  }
  const isClientError = status >= 400 && status < 500
  // Errors that the visitor can correct, if the body has a reason.
  const isContentError = (status === 400 || status === 422) && reasonIn(body) !== ''
  const isResolving = isClientError && resolvingErrorCodes.includes(Number(json['code']))
  if (isContentError || (isResolving && !operatorErrors.includes(status)))
    return { state: 'returned', response }
  const isWorthRetrying = retryStatuses.includes(status) && (status !== 409 || attempts < mostConflicts)
  if (isClientError && !isWorthRetrying) return { state: 'refused', error: String(status) }
  return failed(String(status), pauseMs)
}

/** RFC 9110 §10.2.3, in seconds; a date and more than some hours are ignored. */
export function pauseOf(retryAfter: string | string[] | undefined): number | undefined {
  return /^\d{1,4}$/.test(String(retryAfter)) ? Number(retryAfter) * 1000 : undefined
}

/** The error message, also of a body that is a string; empty where there is none. */
export function reasonIn(body: string): string {
  return errorMessage(jsonIn(body) ?? body) || shownMessage(recordIn(body)['msg'])
}

/** The error messages by field. */
export function errorsIn(body: string): FormErrors {
  return fieldMessages(recordIn(body)['errors'], ' ')
}
