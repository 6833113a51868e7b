// JSON responses in the contract's envelope, and the JSON request body.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { errorEnvelope } from '../../../shared/api/envelope.ts'
import { isRecord } from '../../../shared/is-record.ts'
import type { Locale } from '../../../shared/locale.ts'
import { matchesEtag } from '../../base/conditional.ts'
import type { ContentRequest, ContentResponse } from '../../base/content-source.ts'
import { parseJson } from '../../base/json.ts'
import { expectations, type Failure, failure, failures, malformed } from './failure.ts'

type Headers = Record<string, string>

export function dataResponse(request: ContentRequest, data: unknown, headers: Headers): ContentResponse {
  const response = json(200, { success: true, data, msg: '' })
  const etag = `"${createHash('sha256').update(response.body).digest('base64url').slice(0, 27)}"`
  // 304 is for GET and HEAD only (RFC 9110 §13.1.2).
  if (request.method !== 'POST' && matchesEtag(request.headers['if-none-match'] ?? '', etag)) {
    return { status: 304, headers: { ...headers, etag }, body: Buffer.alloc(0) }
  }
  return { ...response, headers: { ...response.headers, ...headers, etag } }
}

export function failureResponse(failure: Failure, lang: Locale, headers: Headers): ContentResponse {
  const { status, [lang]: message } = failures[failure.kind]
  const { wrong } = failure
  const errors = wrong ? { [wrong.field]: [expectations[wrong.expected][lang]] } : failure.errors
  const response = json(status, errorEnvelope(message, errors))
  return { ...response, headers: { ...response.headers, ...headers, ...failure.headers } }
}

function json(status: number, value: unknown): ContentResponse & { body: Buffer } {
  const body = Buffer.from(JSON.stringify(value))
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) },
    body,
  }
}

const bodyLimitBytes = 64 * 1024

/** A missing body is an empty object. Throws Failure: malformed or tooLarge. */
export async function readJsonBody(body: Buffer | Readable | undefined): Promise<Record<string, unknown>> {
  const bytes = body instanceof Readable ? await collect(body) : (body ?? Buffer.alloc(0))
  if (bytes.length > bodyLimitBytes) throw failure('tooLarge')
  const value = bytes.length === 0 ? {} : parseJson(bytes)
  // Prototype pollution: an own `__proto__` key becomes the prototype where the object is copied by assignment.
  if (!isRecord(value) || Object.hasOwn(value, '__proto__')) throw malformed('body', 'object')
  return value
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Destroying a request's stream would close the connection before the response is sent.
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
