// Reverse proxy of the business calls of browsers, the form call included, and of media files.
import { METHODS, STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOf } from '../../shared/api/calls.ts'
import { pageError } from '../../shared/errors.ts'
import { givenSections } from '../../shared/sections.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentResponse } from '../base/content-source.ts'
import { field } from '../base/fields.ts'
import { isPrivate, visitorNetwork } from '../base/networks.ts'
import { discard } from '../base/read-body.ts'
import type { Cache } from '../cache/cache.ts'
import type { SubmitForm } from '../forms/forms.ts'
import { sendBody } from '../http/compression.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { contractCall, namesUnknownCategory } from '../upstream/call-policy.ts'
import { envelopeError } from './envelope.ts'
import { installFormApi } from './form-api.ts'
import { fieldsForVisitor, type Place } from './headers.ts'
import { upstreamRequest, upstreamTarget } from './request.ts'

const apiFolder = '/api/home/'
const mediaFolder = '/media/'
const downloadWithoutId = /^\/api\/home\/download(?=$|\?)/
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const gone = [404, 410]
/** Errors that say nothing about the upstream. They are passed on, but to those who follow a link: an <img> shows no error page. */
const ofVisitor = [...gone, 412, 416]
/** CONNECT never reaches a route. */
const otherMethods = METHODS.filter((method) => !apiMethods.includes(method) && method !== 'CONNECT')

/** Media are not sent through the cache: files are large, and stored by browsers and CDNs. */
export async function installProxy(
  app: FastifyInstance,
  context: AppContext,
  { send, encode }: Cache,
  pictures: Pictures,
  submitForm: SubmitForm,
) {
  const { apiBase, downloadId } = context.config
  const { sections } = context.siteSettings
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream))
    scope.setErrorHandler((error, request, reply) => envelopeError(request, reply, error))
    scope.route({ method: apiMethods, url: `${apiFolder}*`, exposeHeadRoute: false, handler: api })
    for (const method of otherMethods)
      if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method)
    // Before the body is parsed.
    scope.route({ method: otherMethods, url: `${apiFolder}*`, onRequest: notAllowed, handler: notAllowed })
  })
  app.route({ method: ['GET', 'HEAD'], url: `${mediaFolder}*`, exposeHeadRoute: false, handler: media })
  await installFormApi(app, context, submitForm)

  async function api(request: FastifyRequest, reply: FastifyReply) {
    const { pathname } = request.site
    const target = upstreamTarget(request.site, apiFolder)
    if (!target) throw pageError(400, 'Bad Request')
    if (!allowedMethods(pathname).includes(request.method)) return notAllowed(request, reply)
    // The form API has the posts to the canonical spelling.
    if (contractCall(pathname) === 'form') throw pageError(404, 'Not Found')
    // An upstream that lists no sections may have any.
    const mayHaveAny = apiBase !== '' && givenSections(sections()) === undefined
    if (!mayHaveAny && namesUnknownCategory(target, sections())) throw pageError(404, 'Not Found')
    const path = target.replace(downloadWithoutId, `$&/${downloadId}`)
    const sent = await send(await upstreamRequest(request, reply, path))
    const encoded = encode(sent, request.headers['accept-encoding'])
    return sendResponse(reply, encoded, { path, folder: apiFolder, apiBase })
  }

  async function media(request: FastifyRequest, reply: FastifyReply) {
    const { pathname, address } = request.site
    const path = upstreamTarget(request.site, mediaFolder)
    if (!path) throw pageError(404, `Page not found: ${request.url}`)
    const client = isPrivate(address) ? undefined : visitorNetwork(address)
    const wanted = { ...(await upstreamRequest(request, reply, path)), client }
    const sent = await pictures.send(wanted, address)
    const { status } = sent
    if (status >= 400 && !ofVisitor.includes(status))
      request.log.warn({ path: pathname, status }, 'media request failed')
    const { accept, 'accept-encoding': codings } = request.headers
    if (gone.includes(status) && accept?.includes('text/html')) {
      discard(sent)
      throw pageError(status, `Page not found: ${request.url}`)
    }
    const accepted = request.method === 'GET' ? codings : undefined
    return sendResponse(reply, encode(sent, accepted), { path, folder: mediaFolder, apiBase })
  }
}

function sendResponse(
  reply: FastifyReply,
  response: ContentResponse & { isPending?: boolean },
  place: Place,
): FastifyReply {
  const { status } = response
  const isOfCall = place.folder === apiFolder
  const fields = fieldsForVisitor(response, place)
  if (!fields || status < 200 || status > 599) {
    discard(response)
    throw gatewayError(502, new Error(`status ${status}, location ${field(response.headers, 'location')}`))
  }
  // Error pages of gateways are no message of a call; those for developers show the request, with API_TOKEN.
  if (status >= (isOfCall ? 400 : 500) && isNoMessage(response)) {
    discard(response)
    throw gatewayError(status, new Error(`status ${status}`), isOfCall ? '' : 'Bad Gateway')
  }
  return sendBody(reply.status(status).headers(fields), response)
}

function gatewayError(status: number, cause: Error, message = STATUS_CODES[status] ?? ''): Error {
  return Object.assign(pageError(status, message), { cause })
}

/** Nothing, or HTML: some gateways give their pages another type, or none. */
function isNoMessage({ status, headers, body }: ContentResponse): boolean {
  const start = Buffer.isBuffer(body) ? body.toString('latin1', 0, 100) : ' '
  const isHtml = /html/i.test(field(headers, 'content-type') ?? '') || /^(?:\xef\xbb\xbf)?\s*</.test(start)
  return isHtml || (status >= 500 && start === '')
}

/** On a path of the contract those of its call. */
function allowedMethods(pathname: string): string[] {
  const call = contractCall(pathname)
  const method = call && callOf(call).method
  return method === 'GET' ? ['GET', 'HEAD'] : method ? [method] : apiMethods
}

async function notAllowed(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('allow', allowedMethods(request.site.pathname).join(', '))
  throw pageError(405, 'Method Not Allowed')
}
