// Error responses: JSON for programs, one line of text for bots, the error page for people.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError, type ShownError, shownError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import { isUnauthenticated } from './drafts-access.ts'
import type { ContextOf } from './request-context.ts'
import type { Security } from './security.ts'

export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  shown: ShownError,
  locale: Locale,
  error: unknown,
) => Promise<FastifyReply>

const retryAfterSeconds = 30

/** `isProtected`: visitors need the password of a drafts instance. */
export function createErrorReply({ errorPage, isProtected }: { errorPage: ErrorPage; isProtected: boolean }) {
  return async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
    const { url, site } = request
    const { pathname } = site
    const shown = asShown(error, url)
    // The limit that rejects logs once; a line for each request would add to the load.
    if (shown.statusCode === 503) request.log.debug({ url: pathname }, 'request rejected: overload')
    else if (shown.statusCode >= 500)
      request.log.error({ err: causeOf(error), url: pathname }, 'request failed')
    reply.status(shown.statusCode).header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    if (shown.statusCode >= 502) reply.header('retry-after', retryAfterSeconds)
    if (site.wantsJson) {
      return reply.type('application/json; charset=utf-8').send({ error: true, url, ...shown })
    }
    if (site.isBot) {
      if (shown.statusCode >= 500) reply.header('retry-after', retryAfterSeconds)
      return sendLine(reply, shown)
    }
    // The error page has the menu.
    if (isProtected && isUnauthenticated(request)) return sendLine(reply, shown)
    return errorPage(request, reply, shown, site.locale, error).catch((err) => {
      request.log.error({ err, url: pathname }, 'error page failed')
      return sendLine(reply, shown)
    })
  }
}

export type ErrorReply = ReturnType<typeof createErrorReply>

/** What failed, instead of the text that the visitor is shown. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.name === 'PageError' ? (error.cause ?? error) : error
}

function sendLine(reply: FastifyReply, { statusCode, message }: ShownError): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(`${statusCode} ${message}\n`)
}

/** Errors of the framework itself (invalid body, too large) keep their status, with a fixed message. */
function asShown(error: unknown, url: string): ShownError {
  const statusCode = (error as { statusCode?: unknown }).statusCode
  const isFramework = error instanceof Error && error.name !== 'PageError' && typeof statusCode === 'number'
  if (!isFramework || statusCode < 400 || statusCode > 499) return shownError(error, url)
  // @fastify/static responds 403 to a folder.
  if (statusCode === 403 || statusCode === 404) return { statusCode: 404, message: `Page not found: ${url}` }
  return { statusCode, message: frameworkTexts[statusCode] ?? 'Bad Request' }
}

const frameworkTexts: Record<number, string> = {
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  431: 'Request Header Fields Too Large',
}

export function installErrors(app: FastifyInstance, replyError: ErrorReply) {
  app.setErrorHandler((error, request, reply) => replyError(request, reply, error))
  // Every GET has a route, so this handles other methods, on paths that may be pages.
  app.setNotFoundHandler((request, reply) => {
    const isPage = !request.site.isPayload && request.site.target.kind === 'page'
    if (isPage) reply.header('allow', 'GET, HEAD')
    const error = isPage
      ? pageError(405, 'Method Not Allowed')
      : pageError(404, `Page not found: ${request.url}`)
    return replyError(request, reply, error)
  })
}

/** For Fastify's `frameworkErrors`: it calls no hooks. */
export function createFrameworkErrorHandler(
  replyError: ErrorReply,
  security: Security,
  contextOf: ContextOf,
) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    request.site = contextOf(request.raw)
    reply.headers(security.fields)
    const isMalformed = request.site.target.kind === 'malformed'
    // Fastify does not await this promise, so a rejection has to be handled here.
    replyError(request, reply, isMalformed ? pageError(400, 'Malformed URL') : error).catch(
      (err: unknown) => {
        request.log.error({ err }, 'error response failed')
        if (!reply.sent) reply.raw.writeHead(500).end()
      },
    )
  }
}
