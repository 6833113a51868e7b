// Whole pages, payloads and islands in the shared cache, made once for all visitors of an address.
//
// The cache is entered twice for one page: `serve` looks for the page and calls `make` where it is not there; `make`
// loads the page's data, whose calls go through the same cache with keys of their own (`cache.send` in `make`, the only
// place). No page waits for a page, so that this cannot become a circle.
import type { FastifyBaseLogger } from 'fastify'
import { shownError } from '../../shared/errors.ts'
import { type Island, islandId } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { sharedSearch } from '../../shared/query.ts'
import { pathOf, type RouteMatch } from '../../shared/resolve.ts'
import type { OriginRequest } from '../base/origin.ts'
import type { CacheRequest, Made } from '../cache/cache-request.ts'
import type { Cache } from '../cache/engine.ts'
import { createDependencyTag } from '../cache/entry.ts'
import type { DocumentFields } from '../http/security.ts'
import { pageLifetime } from '../origin/call-policy.ts'
import type { Renderer } from '../render/render.tsx'
import type { ColdPages } from './cold-pages.ts'
import { createUses } from './dependencies.ts'
import { type Form, madeMissing, madePage } from './page-response.ts'
import type { Pages, Source } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type Options = {
  cache: Cache
  pages: Pages
  renderer: Renderer
  coldPages: ColdPages
  documentFields: DocumentFields
  renderLimit: RenderLimit
  /** Pages of another build are other pages. */
  build: string
  /** Off: nothing is kept, and every page is for one visitor. */
  isOn: boolean
  log: FastifyBaseLogger
  now: () => number
}

/** What is to be made. */
type Subject = {
  form: Form
  key: string
  path: string
  locale: Locale
  produce: (source: Source & { onGap: () => void }) => Promise<Buffer>
}

export type PageCache = ReturnType<typeof createPageCache>

/** The same page for everybody who asks for it with this address. */
export function sharedMatch(match: RouteMatch): RouteMatch {
  const search = sharedSearch(match)
  return search === match.search ? match : { ...match, search }
}

export function createPageCache(options: Options) {
  const { cache, pages, renderer, coldPages, renderLimit, documentFields, build, isOn, log, now } = options
  const dependencyTag = createDependencyTag()

  const requestOf = (subject: Subject): CacheRequest => ({
    key: subject.key,
    tags: [`path:${subject.path}`],
    call: undefined,
    fill: { method: 'GET', path: subject.path, headers: {} },
    make: (isRefresh) => make(subject, isRefresh),
  })

  const make = async ({ form, key, path, locale, produce }: Subject, isRefresh: boolean): Promise<Made> => {
    const uses = createUses({
      ...{ send: cache.send, dependencyTag, now },
      longest: pageLifetime,
      prefersFresh: isRefresh,
    })
    let isComplete = true
    const onGap = () => {
      isComplete = false
    }
    const tags = () => [`path:${path}`, ...uses.tags]
    try {
      const body = await produce({ log, over: uses.send, aside: uses.sendAside, onGap })
      return madePage({ form, body, tags: tags(), uses, isComplete, locale, documentFields })
    } catch (error) {
      if (shownError(error, '').statusCode !== 404) throw error
      return madeMissing(tags())
    } finally {
      coldPages.end(key)
    }
  }

  return {
    serve: (asked: CacheRequest, request: OriginRequest): ReturnType<Cache['serve']> =>
      isOn ? cache.serve(asked, request) : Promise.resolve(undefined),
    isWarm: cache.isWarm,
    /** False for a page that is for one visitor, as far as that is known. */
    mayBeShared: (asked: CacheRequest) => isOn && cache.mayBeShared(asked),

    document(match: RouteMatch): CacheRequest {
      const { locale, path: name, search } = match
      const path = pathOf(match, locale)
      const key = `PAGE ${path}${search} ${locale} ${build}`
      const onError = (source: Parameters<Subject['produce']>[0]) => (err: unknown) => {
        log.error({ err, path: name }, 'render failed')
        source.onGap()
      }
      const produce: Subject['produce'] = async (source) => {
        // Offered before its turn has come, so that visitors know that they wait for something.
        const state = Promise.withResolvers<DocumentState>()
        coldPages.offer(key, state.promise)
        const work = async () => {
          state.resolve(pages.pageState(match, source))
          return renderer.whole(await state.promise, onError(source))
        }
        return renderLimit.run('document', work).catch((error) => {
          state.reject(error)
          throw error
        })
      }
      return requestOf({ form: 'document', key, path, locale, produce })
    },

    payload(match: RouteMatch): CacheRequest {
      const { locale, search } = match
      const path = pathOf(match, locale)
      const key = `DATA ${path}${search} ${locale} ${build}`
      return requestOf({
        form: 'payload',
        key,
        path,
        locale,
        produce: (source) => renderLimit.run('payload', () => pages.payload(match, source)),
      })
    },

    island(island: Island): CacheRequest {
      const id = islandId(island, build)
      // The id alone would let two islands with one digest pass for each other.
      const key = `ISLAND ${id} ${JSON.stringify(island.props)} ${build}`
      const { locale } = island.props
      return requestOf({
        form: 'island',
        key,
        path: id,
        locale,
        produce: (source) => renderLimit.run('island', () => pages.island(island, source)),
      })
    },
  }
}
