// One attempt to hand a submission to the origin, and what its answer means.
import type { OriginRequest, Send } from '../base/origin.ts'
import { readBody } from '../origin/read-body.ts'
import { type Claimed, longestPauseMs } from './outbox.ts'
import type { Answer, Outcome, Submission } from './submission.ts'
import { reasonIn } from './upstream-result.ts'

/** Never rejects. */
export type Deliver = (claimed: Claimed) => Promise<Outcome>

const answerTimeoutMs = 3000
const answerLimitBytes = 65_536
/** 409: another attempt with this key is under way; where it stays, the key stands for another content there. */
const mostConflicts = 10
const temporary = [408, 409, 425, 429]
/** What a visitor can mend, where a reason is given. Other refusals are about us, and no visitor is to read them. */
const aboutContent = [400, 422]

export function createDelivery({ send }: { send: Send }): Deliver {
  return async ({ submission, attempts }) => {
    try {
      const { status, headers, body } = await send(requestOf(submission))
      const text = (await readBody(body, answerLimitBytes, answerTimeoutMs)).toString()
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

function outcomeOf(answer: Answer, attempts: number, pauseMs: number | undefined): Outcome {
  const { status, body } = answer
  if (status >= 200 && status < 300) return envelopeOutcome(answer, successOf(body))
  if (aboutContent.includes(status) && reasonIn(body) !== '') return { kind: 'returned', answer }
  const isTemporary = temporary.includes(status) && (status !== 409 || attempts < mostConflicts)
  if (status >= 400 && status < 500 && !isTemporary) return { kind: 'refused', answer }
  return { kind: 'failed', reason: String(status), ...(pauseMs !== undefined && { pauseMs }) }
}

function envelopeOutcome(answer: Answer, success: boolean | undefined): Outcome {
  // Something between us and the origin has answered: a page of maintenance, say.
  if (success === undefined) return { kind: 'failed', reason: 'no envelope' }
  return { kind: success ? 'delivered' : 'returned', answer }
}

function successOf(body: string): boolean | undefined {
  try {
    const { success } = JSON.parse(body) as { success?: unknown }
    return typeof success === 'boolean' ? success : undefined
  } catch {
    return undefined
  }
}

/** RFC 9110 §10.2.3, in seconds; a date is as good as nothing said. */
function pauseOf(retryAfter: string | string[] | undefined): number | undefined {
  const seconds = /^\d{1,6}$/.test(String(retryAfter ?? '')) ? Number(retryAfter) : undefined
  return seconds === undefined ? undefined : Math.min(seconds * 1000, longestPauseMs)
}
