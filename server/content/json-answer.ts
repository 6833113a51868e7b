// Answers in the contract's envelope.
import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/locale.ts'
import { matchesEtag } from '../base/conditional.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { type Failure, failures } from './failure.ts'

type Headers = Record<string, string>

export function dataAnswer(request: OriginRequest, data: unknown, headers: Headers): OriginResponse {
  const answer = json(200, { success: true, data, msg: '' })
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  // Only safe methods are answered 304 (RFC 9110 §13.1.2).
  if (request.method !== 'POST' && matchesEtag(request.headers['if-none-match'] ?? '', etag)) {
    return { status: 304, headers: { ...headers, etag }, body: Buffer.alloc(0) }
  }
  return { ...answer, headers: { ...answer.headers, ...headers, etag } }
}

/** Carries `message` beside the envelope's `msg`, because that is what pages show of an error answer. */
export function failureAnswer(failure: Failure, lang: Locale, headers: Headers): OriginResponse {
  const { status, [lang]: message } = failures[failure.kind]
  const { errors } = failure
  const answer = json(status, { success: false, data: null, msg: message, errors, message })
  return { ...answer, headers: { ...answer.headers, ...headers, ...failure.headers } }
}

function json(status: number, value: unknown): OriginResponse & { body: Buffer } {
  const body = Buffer.from(JSON.stringify(value))
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) },
    body,
  }
}
