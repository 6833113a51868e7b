// Whole pages and payloads in the cache: one making a key, and the shell of a making for those who cannot wait for it.
import type { FastifyBaseLogger } from 'fastify'
import { shownError } from '../../shared/errors.ts'
import { sharedSearch } from '../../shared/query.ts'
import { pathOf, type RouteMatch } from '../../shared/resolve.ts'
import type { CacheResponse } from '../cache/answer.ts'
import type { CacheRequest, Made } from '../cache/cache-request.ts'
import type { Cache } from '../cache/engine.ts'
import { pageLifetime } from '../cache/policy.ts'
import type { OriginRequest } from '../origin/origin.ts'
import type { Renderer } from '../render.tsx'
import { type Form, madeMissing, madePage } from './made-page.ts'
import type { Pages, Source } from './pages.ts'
import { createShells } from './shells.ts'
import { createUses } from './uses.ts'

type Options = {
  cache: Cache
  pages: Pages
  renderer: Renderer
  /** Pages of another build are other pages. */
  build: string
  log: FastifyBaseLogger
  now: () => number
}

export type PageCache = ReturnType<typeof createPageCache>

/** The same page for everybody who asks for it with this address. */
export function sharedMatch(match: RouteMatch): RouteMatch {
  const search = sharedSearch(match.search)
  return search === match.search ? match : { ...match, search }
}

export function createPageCache({ cache, pages, renderer, build, log, now }: Options) {
  const shells = createShells()

  const requestOf = (form: Form, match: RouteMatch): CacheRequest => {
    const path = pathOf(match, match.locale)
    const key = `${form === 'document' ? 'PAGE' : 'DATA'} ${path}${match.search} ${match.locale} ${build}`
    return {
      key,
      tags: [`path:${path}`],
      call: undefined,
      fill: { method: 'GET', path, headers: {} },
      make: (isRefresh) => make(form, key, match, isRefresh),
    }
  }

  const make = async (form: Form, key: string, match: RouteMatch, isRefresh: boolean): Promise<Made> => {
    const uses = createUses(cache.send, pageLifetime, now, isRefresh)
    let isWholesome = true
    const onGap = () => {
      isWholesome = false
    }
    const source = { log, over: uses.send, aside: uses.sendAside, onGap }
    const tags = () => [`path:${pathOf(match, match.locale)}`, ...uses.tags]
    try {
      const body =
        form === 'document' ? await document(key, match, source) : await pages.payload(match, source)
      return madePage({ form, body, tags: tags(), uses, isWholesome, match })
    } catch (error) {
      if (shownError(error, '').statusCode !== 404) throw error
      return madeMissing(tags())
    } finally {
      shells.end(key)
    }
  }

  const document = async (key: string, match: RouteMatch, source: Source & { onGap: () => void }) => {
    const state = pages.pageState(match, source)
    shells.offer(key, state)
    return renderer.whole(await state, (err) => {
      log.error({ err, path: match.path }, 'render failed')
      source.onGap()
    })
  }

  return {
    requestOf,
    isWarm: cache.isWarm,
    shells,
    /** Undefined where the page is not for the cache: it depends on answers that are not to be stored. */
    serve: (asked: CacheRequest, request: OriginRequest): Promise<CacheResponse | undefined> =>
      cache.serve(asked, request),
  }
}
