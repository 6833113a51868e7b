// Documents: a URL becomes a page, a redirect or an error.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError, type ShownError } from '../../shared/errors.ts'
import { type FormState, isPersonal } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { type Resolution, type RouteMatch, resolve } from '../../shared/resolve.ts'
import { isBot } from '../http/bots.ts'
import { sendCompressed } from '../http/compression.ts'
import { languageRedirect } from '../http/language.ts'
import { setDocumentPolicy } from '../http/security.ts'
import type { Renderer } from '../render.tsx'
import type { Pages } from './pages.ts'

type Options = { pages: Pages; renderer: Renderer }
export type Documents = ReturnType<typeof createDocuments>

export function createDocuments({ pages, renderer }: Options) {
  const send = async (request: FastifyRequest, reply: FastifyReply, state: DocumentState) => {
    const bot = isBot(request.headers['user-agent'])
    // An error page is small and has nothing to wait for.
    const whole = bot || state.shown.kind === 'error'
    const nonce = whole ? undefined : randomBytes(16).toString('base64')
    const { body } = await renderer.document({
      state,
      whole,
      hydrate: !bot,
      ...(nonce && { nonce }),
      onError: (err) => request.log.error({ err, url: request.raw.url }, 'render failed'),
    })
    setDocumentPolicy(reply, nonce)
    return sendCompressed(reply.type('text/html; charset=utf-8'), body)
  }

  return {
    async document(request: FastifyRequest, reply: FastifyReply) {
      const url = request.raw.url ?? '/'
      const target = resolve(url)
      if (target.kind === 'redirect')
        return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
      const match = matchOf(target)
      const other = languageRedirect(url, request.headers)
      if (url.split('?')[0] === '/') reply.header('vary', 'Cookie, Accept-Language')
      if (other) return reply.header('cache-control', 'private, no-store').redirect(other, 302)
      reply.header('cache-control', isPersonal(match) ? 'private, no-store' : 'private, no-cache')
      return send(request, reply, await pages.pageState(match, request.log))
    },

    /** The page of a form that was not taken, with what was typed. */
    async form(request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) {
      reply.header('cache-control', 'no-store')
      return send(request, reply, await pages.formState(match, request.log, form))
    },

    async error(request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) {
      return send(request, reply, await pages.errorState(shown, locale, request.log))
    },
  }
}

/** Throws PageError for whatever is no page. */
export function matchOf(target: Resolution): RouteMatch {
  switch (target.kind) {
    case 'page':
      return target
    case 'invalid':
    case 'unmatched':
      throw pageError(404, target.message)
    case 'malformed':
      throw pageError(400, target.message)
    case 'redirect':
      throw pageError(404, `Page not found: ${target.to}`)
    default:
      return target satisfies never
  }
}
