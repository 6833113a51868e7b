// Allowlists of the header fields that are forwarded between client and origin.
import type { IncomingHttpHeaders } from 'node:http'
import type { OriginResponse } from '../base/origin.ts'

const towardsOrigin = [
  'accept',
  'accept-language',
  'content-type',
  'finger-print',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'idempotency-key',
  'range',
]
const towardsVisitor = [
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'cache-status',
  'cdn-cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
]

export function headersForOrigin(headers: IncomingHttpHeaders, requestId: string): Record<string, string> {
  return { ...pick(headers, towardsOrigin), 'x-request-id': requestId }
}

export function headersForVisitor(headers: OriginResponse['headers']): Record<string, string> {
  return pick(headers, towardsVisitor)
}

function pick(
  headers: Record<string, string | string[] | undefined>,
  names: string[],
): Record<string, string> {
  const fields = names.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]]
  })
  return Object.fromEntries(fields)
}
