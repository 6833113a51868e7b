// JSON responses in the contract's envelope, their language, and the JSON request body.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { errorEnvelope } from '../../../shared/api/envelope.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { acceptedLanguage, defaultLanguages } from '../../../shared/languages.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { matchesEtag } from '../../base/conditional.ts'
import type { ContentRequest, ContentResponse } from '../../base/content-source.ts'
import { parseJson } from '../../base/json.ts'
import { type Failure, failure, failures, malformed } from './failure.ts'

const empty = Buffer.alloc(0)

type Headers = Record<string, string>
type Language = { lang: Locale; headers: Headers }

/** The named language, else that of Accept-Language, on which the response then varies. */
export function languageOf(
  { headers }: ContentRequest,
  named?: unknown,
  languages = defaultLanguages,
): Language {
  if (isLocale(named)) return { lang: named, headers: {} }
  const lang = acceptedLanguage(headers['accept-language'], languages)
  return { lang, headers: { vary: 'accept-language' } }
}

export function dataResponse(
  { method, headers }: ContentRequest,
  data: unknown,
  fields: Headers,
): ContentResponse {
  const body = Buffer.from(JSON.stringify({ success: true, data, msg: '' }))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  // 304 is for GET and HEAD only (RFC 9110 §13.1.2).
  if (method !== 'POST' && matchesEtag(headers['if-none-match'] ?? '', etag))
    return { status: 304, headers: { ...fields, etag }, body: empty }
  return jsonResponse(method, 200, body, { ...fields, etag })
}

export function failureResponse(
  { method }: ContentRequest,
  { kind, errors, headers }: Failure,
  { lang, headers: fields }: Language,
): ContentResponse {
  const { status, [lang]: message } = failures[kind]
  const body = Buffer.from(JSON.stringify(errorEnvelope(message, errors?.(lang))))
  return jsonResponse(method, status, body, { ...fields, ...headers })
}

function jsonResponse(method: string, status: number, body: Buffer, fields: Headers): ContentResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...fields,
    },
    body: method === 'HEAD' ? empty : body,
  }
}

const bodyLimitBytes = 64 * 1024

/** A missing body is an empty object. Throws Failure: malformed or tooLarge. */
export async function readJsonBody(body: Buffer | Readable | undefined): Promise<Record<string, unknown>> {
  const bytes = body instanceof Readable ? await collect(body) : (body ?? empty)
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
