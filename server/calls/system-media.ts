// Files of a content system below /media/: the names are examined, and only known header fields are passed on.
import { copyWidths } from '../../shared/image.ts'
import type { Locale } from '../../shared/locale.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { discard } from '../base/read-body.ts'
import type { Target } from '../base/target.ts'
import type { Addresses } from '../sources/systems/addresses.ts'
import { failure } from './failure.ts'

type SystemMediaOptions = { addresses: Addresses; sendTo: Record<Locale, Send> }

const requestFields = [
  'accept',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
  'traceparent',
  'x-request-id',
]
const responseFields = [
  'accept-ranges',
  'cache-control',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
]
const passedOn = [200, 206, 304, 416]
const failed = 500
/** What a web server may execute instead of sending it. */
const programs = /\.(?:php\d?|phtml|phar|cgi|pl|py|sh|asp|aspx|jsp)(?:\.|$)/i

export function mediaFromSystem({ addresses, sendTo }: SystemMediaOptions) {
  return async (request: OriginRequest, { segments, query }: Target): Promise<OriginResponse> => {
    if (segments.length < 2 || !segments.every(isPlainName)) throw failure('missing')
    const plain = `/${segments.map(encodeURIComponent).join('/')}`
    const { path, locale } = addresses.mediaSource(plain)
    const response = await sendTo[locale]({
      method: request.method,
      path: path + sizeQuery(query),
      headers: picked(request.headers, requestFields),
      ...(request.signal && { signal: request.signal }),
    })
    const { status, headers, body } = response
    if (passedOn.includes(status)) return { status, headers: picked(headers, responseFields), body }
    discard(response)
    if (status < failed) throw failure('missing')
    return { status: 502, headers: { 'content-length': '0' }, body: Buffer.alloc(0) }
  }
}

/** No hidden file, no other folder, no program. */
function isPlainName(segment: string): boolean {
  return /^[^./\\\u0000-\u001f][^/\\\u0000-\u001f]*$/.test(segment) && !programs.test(segment)
}

/** Copies that a system makes on request and may keep: those of `copyWidths`, and those that its owner has named (`key`). */
function sizeQuery(query: URLSearchParams): string {
  const key = query.get('key') ?? ''
  const wanted = Number(query.get('width') ?? Number.NaN)
  const width = copyWidths.find((one) => one >= wanted)
  if (/^[\w-]{1,40}$/.test(key)) return `?key=${key}`
  return width === undefined ? '' : `?width=${width}`
}

function picked<Value>(fields: Record<string, Value>, names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}
