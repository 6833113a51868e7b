// Request validation: rejects requests that two parsers could interpret differently (request smuggling, RFC 9112 §11.2),
// before routes, cache and origin.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'

/** RFC 9110 §4.1 recommends 8000 octets at least. */
const maxUrlLength = 8192
const maxParameters = 100
const maxFields = 100

type Head = IncomingMessage
type Rejection = { status: number; message: string }

const badRequest: Rejection = { status: 400, message: 'Bad Request' }

/** The rules are in order: the first broken one decides. */
const rules: { isBroken: (head: Head, search: string) => boolean; rejection: Rejection }[] = [
  {
    isBroken: ({ url = '' }) => url.length > maxUrlLength,
    rejection: { status: 414, message: 'URI Too Long' },
  },
  {
    isBroken: ({ rawHeaders }) => rawHeaders.length > 2 * maxFields,
    rejection: { status: 431, message: 'Request Header Fields Too Large' },
  },
  // Origin form only (RFC 9112 §3.2.1): no absolute or authority form, no fragment, no byte outside printable ASCII.
  { isBroken: ({ url = '' }) => !/^\/[\x21-\x22\x24-\x7e]*$/.test(url), rejection: badRequest },
  {
    isBroken: (_head, search) => search.split('&', maxParameters + 1).length > maxParameters,
    rejection: badRequest,
  },
  { isBroken: hasAmbiguousHost, rejection: badRequest },
  { isBroken: hasAmbiguousBody, rejection: badRequest },
  {
    isBroken: ({ headers }) => headers['content-encoding'] !== undefined,
    rejection: { status: 415, message: 'Unsupported Media Type' },
  },
  {
    isBroken: ({ headers: { expect } }) => expect !== undefined && expect.toLowerCase() !== '100-continue',
    rejection: { status: 417, message: 'Expectation Failed' },
  },
]

export function validateRequest({ raw, url, routeOptions, site }: FastifyRequest, reply: FastifyReply) {
  const broken = rules.find(({ isBroken }) => isBroken(raw, site.search))
  if (broken) {
    // The end of the body is uncertain, so no further request is accepted on this connection.
    reply.header('connection', 'close')
    throw pageError(broken.rejection.status, broken.rejection.message)
  }
  if (!isUndecodedMatch(site.pathname, routeOptions.url)) throw pageError(404, `Page not found: ${url}`)
}

/** The router decodes `%6c`; a proxy that protects `/metrics` may not. */
function isUndecodedMatch(pathname: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  const fixed = /^[^*:]*/.exec(pattern)?.[0] ?? ''
  return fixed === pattern ? pathname === pattern : pathname.startsWith(fixed)
}

/** RFC 9112 §3.2: exactly one Host in HTTP/1.1. Repeated fields are joined with a comma, which is invalid in a host. */
function hasAmbiguousHost({ headers: { host }, httpVersion }: Head): boolean {
  return host === undefined ? httpVersion === '1.1' : !/^[\w.:[\]-]*$/.test(host)
}

/** RFC 9112 §6.1; the parser itself rejects Content-Length with Transfer-Encoding, and repeated lengths. */
function hasAmbiguousBody({ method, httpVersion, headers }: Head): boolean {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return true
  const isBodiless = method === 'GET' || method === 'HEAD' || method === 'TRACE'
  return isBodiless && (coding !== undefined || Number(headers['content-length'] ?? 0) > 0)
}
