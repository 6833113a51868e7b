// Error pages: rendered for each visitor, except that of an overloaded server.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { locales } from '../../shared/constants.ts'
import type { ShownError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { FailedSearch } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import { pathOf, resolve } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { Rendered, Renderer } from '../render/render.tsx'
import type { OwnPages } from './own-pages.ts'
import type { Pages } from './pages.ts'

type ErrorPagesOptions = { pages: Pages; renderer: Renderer; ownPages: OwnPages; facts: () => SiteFacts }

const unavailable = 503
const overloadPageMs = 10_000

export function createErrorPages({ pages, renderer, ownPages, facts }: ErrorPagesOptions) {
  const overloadPages = new LRUCache<Locale, Promise<Rendered>>({
    max: locales.length,
    ttl: overloadPageMs,
  })

  /** Error pages have no deferred parts. */
  return async (request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) => {
    const search = failedSearch(request.raw.url ?? '/', facts())
    const state = () => pages.errorState({ ...shown, ...(search && { search }) }, locale, request.log)
    if (shown.statusCode !== unavailable || search) return ownPages.sendState(reply, await state())
    // Rendered once for all visitors: the server is overloaded.
    const rendering = overloadPages.get(locale) ?? state().then(renderer.document)
    overloadPages.set(locale, rendering)
    rendering.catch(() => overloadPages.delete(locale))
    return ownPages.sendRendered(reply, await rendering)
  }
}

function failedSearch(url: string, facts: SiteFacts): FailedSearch | undefined {
  const target = resolve(url, facts)
  if (target.kind !== 'page') return undefined
  const { keywords } = readQuery(target)
  return keywords === '' ? undefined : { action: pathOf(target, target), keywords }
}
