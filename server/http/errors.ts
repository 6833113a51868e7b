// Error responses: JSON for programs, one line of text for bots, the error page for people.
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError, type ShownError, shownError } from '../../shared/errors.ts'

export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  shown: ShownError,
  error: unknown,
) => Promise<FastifyReply>

const retryAfterSeconds = 30

export type ErrorReply = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
) => Promise<FastifyReply>

/** `errorPage`: undefined for a visitor without the password of a drafts instance: the page has the menu. */
export async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  errorPage: ErrorPage | undefined,
): Promise<FastifyReply> {
  const { url, site, log } = request
  const { wantsJson, pathname } = site
  const shown = asShown(error, url)
  const { statusCode } = shown
  // The limit that rejects logs once; a line for each request would add to the load.
  if (statusCode === 503) log.debug({ url: pathname }, 'request rejected: overload')
  else if (statusCode >= 500) log.error({ err: causeOf(error), url: pathname }, 'request failed')
  reply.status(statusCode).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const isForBot = !wantsJson && site.isBot
  if (statusCode >= (isForBot ? 500 : 502)) reply.header('retry-after', retryAfterSeconds)
  if (wantsJson) return reply.type('application/json; charset=utf-8').send({ error: true, url, ...shown })
  if (isForBot || !errorPage) return sendLine(reply, shown)
  return errorPage(request, reply, shown, error).catch((err) => {
    log.error({ err, url: pathname }, 'error page failed')
    return sendLine(reply, shown)
  })
}

/** What failed, instead of the text that the visitor is shown. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.name === 'PageError' ? (error.cause ?? error) : error
}

function sendLine(reply: FastifyReply, { statusCode, message }: ShownError): FastifyReply {
  return reply.type('text/plain; charset=utf-8').send(`${statusCode} ${message}\n`)
}

/** Status and message of any error; those of the framework (invalid body, too large) have the text of their status. */
export function asShown(error: unknown, url: string): ShownError {
  const { statusCode } = error as { statusCode?: unknown }
  const isFramework = error instanceof Error && error.name !== 'PageError' && typeof statusCode === 'number'
  if (!isFramework || statusCode < 400 || statusCode > 499) return shownError(error, url)
  // @fastify/static responds 403 to a folder.
  if (statusCode === 403 || statusCode === 404) return { statusCode: 404, message: `Page not found: ${url}` }
  return { statusCode, message: STATUS_CODES[statusCode] ?? 'Bad Request' }
}

export function installErrors(app: FastifyInstance, replyError: ErrorReply) {
  app.setErrorHandler((error, request, reply) => replyError(request, reply, error))
  // Every GET has a route, so this handles other methods, on paths that may be pages.
  app.setNotFoundHandler((request, reply) => {
    const isPage = !request.site.isPayload && request.site.target.kind === 'page'
    if (!isPage) return replyError(request, reply, pageError(404, `Page not found: ${request.url}`))
    const isForm = request.server.hasRoute({ method: 'POST', url: request.site.pathname })
    reply.header('allow', isForm ? 'GET, HEAD, POST' : 'GET, HEAD')
    return replyError(request, reply, pageError(405, 'Method Not Allowed'))
  })
}
