// Request validation: rejects requests that two parsers could interpret differently (request smuggling, RFC 9112 §11.2),
// before routes, cache and upstream.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'

/** RFC 9110 §4.1 recommends 8000 octets at least. */
const maxUrlLength = 8192
const maxParameters = 100
const maxFields = 100

/** A broken rule ends the connection: the end of the body is uncertain. */
export function validateRequest({ raw, url, routeOptions, site }: FastifyRequest, reply: FastifyReply) {
  const status = rejectionOf(raw, site.search)
  if (status !== undefined) {
    reply.header('connection', 'close')
    throw pageError(status, STATUS_CODES[status]!)
  }
  if (!isUndecodedMatch(site.pathname, routeOptions.url)) throw pageError(404, `Page not found: ${url}`)
}

/** The status for the first rule that is broken. */
function rejectionOf(request: IncomingMessage, search: string): number | undefined {
  const { url = '', rawHeaders, headers } = request
  if (url.length > maxUrlLength) return 414
  if (rawHeaders.length > 2 * maxFields) return 431
  // Origin form only (RFC 9112 §3.2.1): no absolute or authority form, no fragment, no byte outside printable ASCII.
  if (!/^\/[\x21-\x22\x24-\x7e]*$/.test(url)) return 400
  if (search.split('&', maxParameters + 1).length > maxParameters) return 400
  if (hasAmbiguousHost(request) || hasAmbiguousBody(request)) return 400
  if (headers['content-encoding'] !== undefined) return 415
  return headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue' ? 417 : undefined
}

/** The router decodes `%6c`; a proxy that protects `/metrics` may not. */
function isUndecodedMatch(pathname: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  const fixed = /^[^*:]*/.exec(pattern)?.[0] ?? ''
  return fixed === pattern ? pathname === pattern : pathname.startsWith(fixed)
}

/** RFC 9112 §3.2: exactly one Host in HTTP/1.1. Repeated fields are joined with a comma, which is invalid in a host. */
function hasAmbiguousHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion === '1.1' : !/^[\w.:[\]-]*$/.test(host)
}

/** RFC 9112 §6.1; the parser itself rejects Content-Length with Transfer-Encoding, and repeated lengths. */
function hasAmbiguousBody({ method, httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return true
  const isBodiless = method === 'GET' || method === 'HEAD' || method === 'TRACE'
  return isBodiless && (coding !== undefined || Number(headers['content-length'] ?? 0) > 0)
}
