// Error pages: rendered for each visitor, except that of an overloaded server.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { locales } from '../../shared/constants.ts'
import type { ShownError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { FailedSearch } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import { pathOf, type Resolution } from '../../shared/resolve.ts'
import type { RenderedPage, Renderer } from '../render/render.tsx'
import type { OwnPages } from './own-pages.ts'
import type { Pages } from './pages.ts'

type ErrorPagesOptions = { pages: Pages; renderer: Renderer; ownPages: OwnPages }

const unavailable = 503
const overloadPageMs = 10_000

export function createErrorPages({ pages, renderer, ownPages }: ErrorPagesOptions) {
  const overloadPages = new LRUCache<Locale, Promise<RenderedPage>>({
    max: locales.length,
    ttl: overloadPageMs,
  })

  /** Error pages have no deferred parts. */
  return async (request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) => {
    const search = failedSearch(request.site.target)
    const state = () => pages.errorState({ ...shown, ...(search && { search }) }, locale, request.log)
    if (shown.statusCode !== unavailable || search)
      return ownPages.sendState(request, reply, await state(), { whole: true })
    // Rendered once for all visitors: the server is overloaded.
    const rendering = overloadPages.get(locale) ?? state().then(renderer.whole)
    overloadPages.set(locale, rendering)
    rendering.catch(() => overloadPages.delete(locale))
    return ownPages.sendRendered(reply, await rendering)
  }
}

function failedSearch(target: Resolution): FailedSearch | undefined {
  if (target.kind !== 'page') return undefined
  const { keywords } = readQuery(target)
  return keywords === '' ? undefined : { action: pathOf(target, target), keywords }
}
