// Page cache: whole pages, payloads and islands in the shared cache, rendered once for all visitors of a URL.
//
// The cache is entered twice for one page: `serve` looks up the page and calls `make` on a miss; `make`
// loads the page's data; the calls of an upstream go through the same cache with keys of their own (`track`). A page never
// depends on a page, so that there is no deadlock.
import { type Island, islandId } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { sharedSearch } from '../../shared/query.ts'
import { pathOf, type RouteMatch } from '../../shared/resolve.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Made, MakeRequest } from '../cache/cache-request.ts'
import type { Cache } from '../cache/engine.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Renderer } from '../render/render.tsx'
import { mediaTag } from '../upstream/content-tags.ts'
import type { ColdPages } from './cold-pages.ts'
import { madeMissing, madePage, type PageFormat } from './page-response.ts'
import { isMissing, type PageSource, type Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'
import type { Track } from './tracked.ts'

type PageCacheOptions = {
  cache: Pick<Cache, 'serve' | 'mayBeShared' | 'isWarm'>
  make: MakePage
  pages: Pages
  renderer: Renderer
  coldPages: ColdPages
  renderLimit: RenderLimit
  facts: Pick<KeptFacts, 'languages' | 'edition'>
  build: string
}

/** `style`: see Rendered of the renderer. */
type RenderedWhole = { body: Buffer; style?: string }

/** A page, payload or island that is rendered and stored under a key. */
type StoredPage = {
  format: PageFormat
  key: string
  path: string
  locale: Locale
  render: (
    source: PageSource & { onMissingPart: () => void; onPicture: (path: string) => void },
  ) => Promise<RenderedWhole>
}

type MakePage = (page: StoredPage, isRefresh: boolean) => Promise<Made>

type MakePageOptions = { track: Track; documentFields: DocumentFields }

/** Makes pages from calls, which they depend on from then on. */
export function createMakePage({ track, documentFields }: MakePageOptions): MakePage {
  return async ({ format, path, locale, render }, isRefresh) => {
    const { dependencies, source } = track(isRefresh)
    let isComplete = true
    const onMissingPart = () => {
      isComplete = false
    }
    const onPicture = (picture: string) => void dependencies.tags.add(mediaTag(picture))
    const tags = () => [`path:${path}`, ...dependencies.tags]
    try {
      const rendered = await render({ ...source, onMissingPart, onPicture })
      return madePage({ format, ...rendered, tags: tags(), dependencies, isComplete, locale, documentFields })
    } catch (error) {
      if (!isMissing(error)) throw error
      return madeMissing(tags())
    }
  }
}

export type PageCache = ReturnType<typeof createPageCache>

/** The match without query parameters that do not change the page. */
export function sharedMatch(match: RouteMatch): RouteMatch {
  const search = sharedSearch(match)
  return search === match.search ? match : { ...match, search }
}

export function createPageCache(options: PageCacheOptions) {
  const { cache, make, pages, renderLimit, facts, build } = options
  const whole = createWhole(options)

  /** The end of the keys: what was made by another build, or for other facts of the site, is not used. */
  const edition = () => `${build} ${facts.edition()}`
  const namesOf = (match: RouteMatch, prefix: 'PAGE' | 'DATA') => {
    const { locale, search } = match
    const path = pathOf(match, { locale, languages: facts.languages() })
    return { path, locale, key: `${prefix} ${path}${search} ${locale} ${edition()}` }
  }

  const requestOf = (page: StoredPage): MakeRequest => ({
    kind: 'page',
    key: page.key,
    tags: [`path:${page.path}`],
    make: (isRefresh) => make(page, isRefresh),
  })

  return {
    edition,
    serve: cache.serve,
    isWarm: cache.isWarm,
    /** False for a page known to be for one visitor (hit-for-pass). */
    mayBeShared: cache.mayBeShared,

    document(match: RouteMatch): MakeRequest {
      const names = namesOf(match, 'PAGE')
      return requestOf({
        format: 'document',
        ...names,
        render: (source) => whole(names.key, () => pages.pageState(match, source)),
      })
    },

    payload(match: RouteMatch): MakeRequest {
      return requestOf({
        format: 'payload',
        ...namesOf(match, 'DATA'),
        render: (source) => renderLimit.run('payload', () => pages.payload(match, source)).then(asBody),
      })
    },

    island(island: Island): MakeRequest {
      const id = islandId(island, build)
      return requestOf({
        format: 'island',
        // With the props: two islands may have the same digest.
        key: `ISLAND ${id} ${JSON.stringify(island.props)} ${edition()}`,
        path: id,
        locale: island.props.locale,
        render: (source) => renderLimit.run('island', () => pages.island(island, source)).then(asBody),
      })
    },
  }
}

type WholeOptions = Pick<PageCacheOptions, 'renderer' | 'coldPages' | 'renderLimit'>

function createWhole({ renderer, coldPages, renderLimit }: WholeOptions) {
  return (key: string, load: () => Promise<DocumentState>): Promise<RenderedWhole> =>
    renderLimit.run('document', async () => {
      const { body, style } = await renderer.document(await load())
      return { body: Buffer.isBuffer(body) ? body : await coldPages.begin(key, body, style), style }
    })
}

function asBody(body: Buffer): RenderedWhole {
  return { body }
}
