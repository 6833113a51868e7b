// Answers in the contract's envelope.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Locale } from '../../shared/locale.ts'
import { matchesEtag } from '../base/conditional.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { type Failure, failure, failures } from './failure.ts'

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

const bodyLimitBytes = 64 * 1024

/** No body reads as an empty object. Throws Failure: malformed or tooLarge. */
export async function readJsonBody(body: Buffer | Readable | undefined): Promise<Record<string, unknown>> {
  const bytes = body instanceof Readable ? await collect(body) : (body ?? Buffer.alloc(0))
  if (bytes.length > bodyLimitBytes) throw failure('tooLarge')
  const value = bytes.length === 0 ? {} : parse(bytes)
  // An own key of this name turns into a prototype wherever the object is copied by assignment.
  if (!isObject(value) || Object.hasOwn(value, '__proto__')) throw failure('malformed')
  return value
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Destroying a request's stream would cut the connection that has to carry the answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      chunks.push(Buffer.from(chunk))
      size += chunks.at(-1)!.length
      if (size > bodyLimitBytes) break
    }
  } catch {
    throw failure('malformed')
  }
  if (size > bodyLimitBytes) stream.on('error', () => {}).resume()
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw failure('malformed')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
