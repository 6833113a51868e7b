// Requests that two readers could take for two things are refused here, before a route, the cache or the origin sees them.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { splitUrl } from '../../shared/resolve.ts'

/** RFC 9110 §4.1 recommends 8000 octets at least. */
const longestUrl = 8192
const mostParameters = 100
const mostFields = 100

type Head = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers' | 'rawHeaders'>
type Refusal = { status: number; message: string }

const badRequest: Refusal = { status: 400, message: 'Bad Request' }

/** In order; the first that holds is the answer. */
const rules: { isBroken: (head: Head) => boolean; refusal: Refusal }[] = [
  { isBroken: ({ url = '' }) => url.length > longestUrl, refusal: { status: 414, message: 'URI Too Long' } },
  {
    isBroken: ({ rawHeaders }) => rawHeaders.length > 2 * mostFields,
    refusal: { status: 431, message: 'Request Header Fields Too Large' },
  },
  // Absolute and authority forms name a host of their own, a fragment ends the path for some, raw bytes are nobody's URL.
  { isBroken: ({ url = '' }) => !/^\/[\x21-\x22\x24-\x7e]*$/.test(url), refusal: badRequest },
  { isBroken: ({ url = '' }) => parametersOf(url) > mostParameters, refusal: badRequest },
  { isBroken: hasAmbiguousHost, refusal: badRequest },
  { isBroken: hasAmbiguousBody, refusal: badRequest },
  {
    isBroken: ({ headers }) => headers['content-encoding'] !== undefined,
    refusal: { status: 415, message: 'Unsupported Media Type' },
  },
  {
    isBroken: ({ headers: { expect } }) => expect !== undefined && expect.toLowerCase() !== '100-continue',
    refusal: { status: 417, message: 'Expectation Failed' },
  },
]

export function refusalOf(head: Head): Refusal | undefined {
  return rules.find(({ isBroken }) => isBroken(head))?.refusal
}

/** First of all hooks after the one that writes the security fields. */
export function installFrontDoor(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const refusal = refusalOf(raw)
    // Where a body ends is not sure, so nothing may follow it.
    if (refusal) reply.header('connection', 'close')
    if (refusal) throw pageError(refusal.status, refusal.message)
    if (!isSpelledOut(raw.url ?? '/', routeOptions.url)) throw pageError(404, `Page not found: ${raw.url}`)
  })
}

/** The router decodes `%6c` for itself; what guards `/metrics` in front of this server may not. */
function isSpelledOut(url: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  const { pathname } = splitUrl(url)
  const fixed = /^[^*:]*/.exec(pattern)?.[0] ?? ''
  return fixed === pattern ? pathname === pattern : pathname.startsWith(fixed)
}

function parametersOf(url: string): number {
  const { search } = splitUrl(url)
  return search === '' ? 0 : search.split('&', mostParameters + 1).length
}

/** RFC 9112 §3.2: one, and with 1.1 not none. Fields of one name are joined with a comma, which no host has. */
function hasAmbiguousHost({ headers: { host }, httpVersion }: Head): boolean {
  return host === undefined ? httpVersion === '1.1' : !/^[\w.:[\]-]*$/.test(host)
}

/** RFC 9112 §6.1; the parser refuses a length beside a coding, and two lengths. */
function hasAmbiguousBody({ method, httpVersion, headers }: Head): boolean {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return true
  const isBodiless = method === 'GET' || method === 'HEAD' || method === 'TRACE'
  return isBodiless && (coding !== undefined || Number(headers['content-length'] ?? 0) > 0)
}
