// Reverse proxy of the business calls of browsers, the form call included, and of media files.
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOf } from '../../shared/api/calls.ts'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import { missingStatuses } from '../../shared/constants.ts'
import { isApiError, type PageError, pageError } from '../../shared/errors.ts'
import { givenSections } from '../../shared/sections.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentResponse } from '../base/content-source.ts'
import { field } from '../base/fields.ts'
import { isPrivate, visitorNetwork } from '../base/networks.ts'
import { discard } from '../base/read-body.ts'
import type { Cache } from '../cache/cache.ts'
import type { SubmitForm } from '../forms/forms.ts'
import { sendBody } from '../http/compression.ts'
import { asShown } from '../http/errors.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { contractCall, namesUnknownCategory } from '../upstream/call-policy.ts'
import { installFormApi } from './form-api.ts'
import { fieldsForVisitor, type Place } from './headers.ts'
import { checkedBody, upstreamRequest, upstreamTarget } from './request.ts'

const apiFolder = '/api/home/'
const mediaFolder = '/media/'
const downloadWithoutId = /^\/api\/home\/download(?=$|\?)/
const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const bodyLimit = 1_048_576
/** Errors that say nothing about the upstream. They are passed on, but to those who follow a link: an <img> shows no error page. */
const ofVisitor = [...missingStatuses, 412, 416]

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
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, checkedBody)
    scope.setErrorHandler((error, request, reply) => sendEnvelope(request, reply, error))
    for (const method of METHODS) if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method)
    const route = { method: METHODS, url: `${apiFolder}*`, exposeHeadRoute: false }
    scope.route({ ...route, onRequest: checkMethod, handler: api })
    installFormApi(scope, context, submitForm)
  })
  app.route({ method: ['GET', 'HEAD'], url: `${mediaFolder}*`, exposeHeadRoute: false, handler: media })

  async function api(request: FastifyRequest, reply: FastifyReply) {
    const target = upstreamTarget(request.site, apiFolder)
    if (!target) throw pageError(400, 'Bad Request')
    // The form API has the posts to the canonical spelling.
    const isOtherForm = contractCall(request.site.pathname) === 'form'
    // An upstream that lists no sections may have any.
    const mayHaveAny = apiBase !== '' && givenSections(sections()) === undefined
    if (isOtherForm || (!mayHaveAny && namesUnknownCategory(target, sections())))
      throw pageError(404, 'Not Found')
    const path = target.replace(downloadWithoutId, `$&/${downloadId}`)
    const sent = await send(upstreamRequest(request, reply, path))
    const encoded = encode(sent, request.headers['accept-encoding'])
    return sendResponse(reply, encoded, { path, folder: apiFolder, apiBase })
  }

  async function media(request: FastifyRequest, reply: FastifyReply) {
    const { pathname, address } = request.site
    const path = upstreamTarget(request.site, mediaFolder)
    if (!path) throw pageError(404, `Page not found: ${request.url}`)
    const client = isPrivate(address) ? undefined : visitorNetwork(address)
    const sent = await pictures.send({ ...upstreamRequest(request, reply, path), client }, address)
    const { status } = sent
    if (status >= 400 && !ofVisitor.includes(status))
      request.log.warn({ path: pathname, status }, 'media request failed')
    const { accept, 'accept-encoding': codings } = request.headers
    if (missingStatuses.includes(status) && accept?.includes('text/html')) {
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
  const fields = fieldsForVisitor(response, place)
  const isValid = fields !== undefined && status >= 200 && status <= 599
  // Error pages of gateways are no message of a call; those for developers show the request, with API_TOKEN.
  const isPage = status >= (place.folder === apiFolder ? 400 : 500) && isNoMessage(response)
  if (isValid && !isPage) return sendBody(reply.status(status).headers(fields), response)
  discard(response)
  const cause = new Error(`status ${status}, location ${field(response.headers, 'location')}`)
  throw Object.assign(pageError(isValid ? status : 502, 'Bad Gateway'), { cause })
}

/** Nothing, or HTML: some gateways give their pages another type, or none. */
function isNoMessage({ status, headers, body }: ContentResponse): boolean {
  const start = Buffer.isBuffer(body) ? body.toString('latin1', 0, 100) : ' '
  const isHtml = /html/i.test(field(headers, 'content-type') ?? '') || /^(?:\xef\xbb\xbf)?\s*</.test(start)
  return isHtml || (status >= 500 && start === '')
}

/** An error in the shape of the envelope; what failed here or at the upstream is logged only. */
function sendEnvelope(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  // Without the query, which may have words of a visitor.
  const url = request.site.pathname
  const { statusCode, message } = asShown(error, url)
  const { cause, errors } = error as Partial<PageError>
  // The limit that rejects, and the upstream, log once a minute.
  if (statusCode === 503 || isApiError(error)) request.log.debug({ err: error, url }, 'proxied call rejected')
  else if (statusCode >= 500) request.log.warn({ err: error, url }, 'proxied call failed')
  const isOfRequest = statusCode < 500 && cause === undefined && !isApiError(error)
  reply.status(statusCode).header('cache-control', 'no-store')
  return reply.send(errorEnvelope(isOfRequest ? message : '服务端错误', errors))
}

/** Before the body is read: a path of the contract has the methods of its call. */
async function checkMethod({ method, site }: FastifyRequest, reply: FastifyReply) {
  const call = contractCall(site.pathname)
  const ofCall = call && (callOf(call).method === 'GET' ? ['GET', 'HEAD'] : [callOf(call).method])
  const allowed: string[] = ofCall ?? apiMethods
  if (allowed.includes(method)) return
  reply.header('allow', allowed.join(', '))
  throw pageError(405, 'Method Not Allowed')
}
