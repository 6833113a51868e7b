// Reverse proxy of the business calls of browsers, and of media files.
import { isUtf8 } from 'node:buffer'
import { METHODS } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOf } from '../../shared/api/calls.ts'
import { pageError } from '../../shared/errors.ts'
import { listOf } from '../../shared/sections.ts'
import type { AppContext } from '../app-context.ts'
import { closedSignal } from '../base/closed-responses.ts'
import { type Fields, field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { gatewayStatus, isOriginError, type OriginErrorKind } from '../base/origin-error.ts'
import { discard } from '../base/read-body.ts'
import type { Cache } from '../cache/cache.ts'
import { sendBody } from '../http/compression.ts'
import { inertPolicy } from '../http/security.ts'
import { contractCall, namesUnknownCategory } from '../origin/call-policy.ts'
import { mediaCaching, mediaMaxAge } from '../pictures/picture.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { requestBody } from './body.ts'
import { envelopeError } from './envelope.ts'
import { headersForOrigin, headersForVisitor } from './headers.ts'
import { originTarget } from './target.ts'

type ProxyOptions = {
  cache: Pick<Cache, 'send' | 'encodings'>
  /** Media are not sent through the cache: files are large, and stored by browsers and CDNs. */
  pictures: Pick<Pictures, 'send'>
}

const apiFolder = '/api/home/'
const mediaFolder = '/media/'
const downloadWithoutId = /^\/api\/home\/download(?=$|\?)/
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** Errors of a request for media that say nothing about the upstream. */
const ofVisitor = [404, 410, 412, 416]
/** CONNECT never reaches a route. */
const otherMethods = METHODS.filter((method) => !apiMethods.includes(method) && method !== 'CONNECT')

export async function installProxy(
  app: FastifyInstance,
  { config: { apiBase, downloadId }, facts: { sections } }: AppContext,
  { cache: { send, encodings }, pictures }: ProxyOptions,
) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
    scope.setErrorHandler((error, request, reply) => envelopeError(request, reply, error))
    scope.route({ method: apiMethods, url: `${apiFolder}*`, exposeHeadRoute: false, handler: api })
    for (const method of otherMethods)
      if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method)
    // Before the body is parsed.
    scope.route({
      method: otherMethods,
      url: `${apiFolder}*`,
      onRequest: notAllowed,
      handler: notAllowed,
    })
  })
  app.route({ method: ['GET', 'HEAD'], url: `${mediaFolder}*`, exposeHeadRoute: false, handler: media })

  async function api(request: FastifyRequest, reply: FastifyReply) {
    const { pathname } = request.site
    const target = originTarget(request.site, apiFolder)
    if (!target) throw pageError(400, 'Bad Request')
    if (!allowedMethods(pathname).includes(request.method)) return notAllowed(request, reply)
    // The form API has the posts to the canonical spelling.
    if (contractCall(pathname) === 'form') throw pageError(404, 'Not Found')
    // An upstream that lists no sections may have any.
    const mayHaveAny = apiBase !== '' && listOf(sections()) === undefined
    if (!mayHaveAny && namesUnknownCategory(target, sections())) throw pageError(404, 'Not Found')
    const path = target.replace(downloadWithoutId, `$&/${downloadId}`)
    const sent = await send(await originRequest(request, reply, path))
    const encoded = encodings.encode(sent, request.headers['accept-encoding'])
    return sendResponse(reply, encoded, { path, folder: apiFolder, apiBase })
  }

  async function media(request: FastifyRequest, reply: FastifyReply) {
    const { pathname, address } = request.site
    const path = originTarget(request.site, mediaFolder)
    if (!path) throw pageError(404, `Page not found: ${request.url}`)
    // The origin's 404 of a missing file is passed on: a browser shows no error page in an <img>.
    const sent = await pictures.send(await originRequest(request, reply, path), address).catch((error) => {
      throw isOriginError(error) ? asPageError(error.kind, error) : error
    })
    // Feeds and shared links show pictures on other sites.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (sent.status >= 400 && !ofVisitor.includes(sent.status))
      request.log.warn({ path: pathname, status: sent.status }, 'media request failed')
    const accepted = request.method === 'GET' ? request.headers['accept-encoding'] : undefined
    return sendResponse(reply, encodings.encodeStream(withMediaCaching(sent), accepted), {
      path,
      folder: mediaFolder,
      apiBase,
    })
  }
}

/** Without a lifetime browsers keep a replaced file for a tenth of its age (RFC 9111 §4.2.2). */
function withMediaCaching<T extends OriginResponse>(response: T): T {
  const { status, headers } = response
  const given = field(headers, 'cache-control')
  const hasLifetime =
    headers['expires'] !== undefined || /\b(?:max-age|no-cache|no-store)\b/i.test(given ?? '')
  if (status >= 400 || hasLifetime) return response
  const caching = given ? `${given}, ${mediaMaxAge}` : mediaCaching
  return { ...response, headers: { ...headers, 'cache-control': caching } }
}

/** Where a response comes from. `path`: of the request, `folder`: in which its redirects have to stay. */
type OriginPlace = { path: string; folder: string; apiBase: string }

function sendResponse(
  reply: FastifyReply,
  { status, headers, body, isPending = false }: OriginResponse & { isPending?: boolean },
  { path, folder, apiBase }: OriginPlace,
) {
  const location = headers['location'] && ownLocation(String(headers['location']), apiBase, path, folder)
  const isForeign = status > 300 && status < 400 && headers['location'] !== undefined && !location
  if (status < 200 || status > 599 || isForeign) {
    discard({ body })
    const cause = new Error(`status ${status}${isForeign ? `, location ${headers['location']}` : ''}`)
    throw asPageError('network', cause)
  }
  // Error pages of gateways are no message of a call; those for developers show the request, with API_TOKEN.
  const isOfCall = folder === apiFolder
  const isEmpty = Buffer.isBuffer(body) && body.length === 0
  if ((status >= (isOfCall ? 400 : 500) && isHtml(headers, body)) || (isOfCall && status >= 500 && isEmpty)) {
    discard({ body })
    throw Object.assign(pageError(status, isOfCall ? '' : gatewayMessages[502]), {
      cause: new Error(`status ${status}`),
    })
  }
  reply.status(status).headers(headersForVisitor(headers))
  if (location) reply.header('location', location)
  if (status >= 400) setNoStore(reply)
  setInertPolicy(reply)
  return sendBody(reply, { status, body, isPending })
}

async function originRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<OriginRequest> {
  const signal = closedSignal(reply.raw)
  const contentLength =
    request.headers['content-length'] === undefined ? undefined : Number(request.headers['content-length'])
  const stream = request.body as Readable | undefined
  const body = await requestBody({ method: request.method, contentLength, stream })
  const headers = headersForOrigin(request.headers, request.id)
  return { method: request.method, path, headers, signal, ...(body && { body }) }
}

const gatewayMessages = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' } as const

function asPageError(kind: OriginErrorKind, cause: Error) {
  const status = gatewayStatus[kind]
  return Object.assign(pageError(status, gatewayMessages[status]), { cause })
}

/** Some gateways give their pages another type, or none. */
function isHtml(headers: Fields, body: OriginResponse['body']): boolean {
  const start = Buffer.isBuffer(body) ? body.toString('latin1', 0, 100) : ''
  return /html/i.test(field(headers, 'content-type') ?? '') || /^(?:\xef\xbb\xbf)?\s*</.test(start)
}

/** On a path of the contract those of its call. */
function allowedMethods(pathname: string): string[] {
  const call = contractCall(pathname)
  if (!call) return apiMethods
  const { method } = callOf(call)
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

async function notAllowed(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', allowedMethods(request.site.pathname).join(', '))
  throw pageError(405, 'Method Not Allowed')
}

/** Errors are stored by this cache only. */
function setNoStore(reply: FastifyReply) {
  reply.header('cache-control', 'no-store').removeHeader('cdn-cache-control').removeHeader('expires')
}

/** A response of the origin must not act as a document of this site. */
function setInertPolicy(reply: FastifyReply) {
  const type = String(reply.getHeader('content-type') ?? 'application/octet-stream')
  if (/html|xml(?!\+)|javascript/i.test(type) && !/svg/i.test(type))
    reply.header('content-disposition', 'attachment')
  if (/svg|html|xml/i.test(type)) {
    reply.header('content-security-policy', `${inertPolicy}; style-src 'unsafe-inline'; sandbox`)
  }
}

/** The Location as a path of this site; undefined for any other target. `base` is the upstream's URL. */
function ownLocation(location: string, base: string, requested: string, folder: string): string | undefined {
  const prefix = base ? new URL(base).pathname.replace(/\/$/, '') : ''
  const from = new URL(prefix + requested, base || 'http://origin.invalid')
  // Fields are read as latin1; the bytes may be UTF-8, which the URL percent-encodes.
  const bytes = Buffer.from(location, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString() : location
  if (!URL.canParse(text, from)) return undefined
  const target = new URL(text, from)
  const inside = target.origin === from.origin && target.pathname.startsWith(prefix + folder)
  return inside ? target.pathname.slice(prefix.length) + target.search : undefined
}
