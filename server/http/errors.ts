// Error responses: JSON for programs, one line of text for bots, the error page for people.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError, type ShownError, shownError } from '../../shared/errors.ts'
import type { SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { localeOfPath, resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import { isBot } from './bots.ts'
import { isUnauthenticated } from './drafts-access.ts'
import { cookieLocale } from './language.ts'
import { type Security, setSecurityFields } from './security.ts'

export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  shown: ShownError,
  locale: Locale,
  error: unknown,
) => Promise<FastifyReply>

const retryAfterSeconds = 30

export type ErrorReply = ReturnType<typeof createErrorReply>

type ErrorReplyOptions = {
  errorPage: ErrorPage
  languages: () => SiteLanguages
  /** Whether visitors need the password of a drafts instance. */
  isProtected: boolean
}

export function createErrorReply({ errorPage, languages, isProtected }: ErrorReplyOptions) {
  return async (request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
    const url = request.raw.url ?? '/'
    const shown = asShown(error, url)
    const path = splitUrl(url).pathname
    // The limit that rejects logs once; a line for each request would add to the load.
    if (shown.statusCode === 503) request.log.debug({ url: path }, 'request rejected: overload')
    else if (shown.statusCode >= 500) request.log.error({ err: causeOf(error), url: path }, 'request failed')
    reply.status(shown.statusCode).header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    if (shown.statusCode >= 502) reply.header('retry-after', retryAfterSeconds)
    if (acceptsJson({ url, headers: request.headers })) {
      return reply.type('application/json; charset=utf-8').send({ error: true, url, ...shown })
    }
    if (isBot(request.headers['user-agent'])) {
      if (shown.statusCode >= 500) reply.header('retry-after', retryAfterSeconds)
      return sendLine(reply, shown)
    }
    // The error page has the menu.
    if (isProtected && isUnauthenticated(request)) return sendLine(reply, shown)
    const site = languages()
    const locale = localeOfPath(url, site) ?? cookieLocale(request, site) ?? site[0]
    return errorPage(request, reply, shown, locale, error).catch((err) => {
      request.log.error({ err, url: path }, 'error page failed')
      return sendLine(reply, shown)
    })
  }
}

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

export function installErrors(app: FastifyInstance, replyError: ErrorReply, facts: () => SiteFacts) {
  app.setErrorHandler((error, request, reply) => replyError(request, reply, error))
  // Every GET has a route, so this handles other methods, on paths that may be pages.
  app.setNotFoundHandler((request, reply) => {
    const url = request.raw.url ?? '/'
    const isPage = resolve(url, facts()).kind === 'page'
    if (isPage) reply.header('allow', 'GET, HEAD')
    return replyError(
      request,
      reply,
      isPage ? pageError(405, 'Method Not Allowed') : pageError(404, `Page not found: ${url}`),
    )
  })
}

export function acceptsJson({
  url,
  headers,
}: {
  url: string
  headers: { accept?: string | undefined }
}): boolean {
  const { pathname } = splitUrl(url)
  const accept = headers.accept ?? ''
  const acceptsOnlyJson = accept.includes('application/json') && !accept.includes('text/html')
  return acceptsOnlyJson || pathname.startsWith('/api/') || pathname.endsWith('.json')
}

type ReplyError = (request: FastifyRequest, reply: FastifyReply, error: unknown) => Promise<FastifyReply>

/** For Fastify's `frameworkErrors`. */
export function createFrameworkErrorHandler(replyError: ReplyError, security: Security) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    setSecurityFields(reply, security)
    const isMalformed = resolve(request.raw.url ?? '').kind === 'malformed'
    // Fastify does not await this promise, so a rejection has to be handled here.
    replyError(request, reply, isMalformed ? pageError(400, 'Malformed URL') : error).catch(
      (err: unknown) => {
        request.log.error({ err }, 'error response failed')
        if (!reply.sent) reply.raw.writeHead(500).end()
      },
    )
  }
}
