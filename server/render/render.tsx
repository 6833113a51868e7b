// Renderer: React rendering of pages, islands and share cards; the only room of the server that imports client/.
import type { Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { App, headOf, ownHead, PageContent, Providers } from '../../client/app.tsx'
import { type FragmentCache, FragmentCacheContext } from '../../client/cached-fragment.tsx'
import { PageHead } from '../../client/document.tsx'
import { isIslandName, islands } from '../../client/islands/islands.tsx'
import { Kit } from '../../client/kit/kit.tsx'
import { contextOf, type LoadContext } from '../../client/load-context.ts'
import type { AnyPage } from '../../client/page.ts'
import { StaticRouter } from '../../client/router.ts'
import { importPage } from '../../client/routes.tsx'
import { requestOf, type Site, SiteProvider, siteOf } from '../../client/site.tsx'
import { LanguageLinks } from '../../client/ui/language-switch.tsx'
import { currentSection } from '../../client/ui/menu.tsx'
import type { Api } from '../../shared/api/api.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Island } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import {
  awaitedData,
  type DocumentState,
  type PagePayload,
  pendingDeferred,
  type Settings,
  type Translation,
} from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { ShareCard } from '../../shared/share-card.ts'
import type { Build } from '../base/build.ts'
import { createIdentities, memoize } from '../base/memoize.ts'
import type { BrandLook } from './brand-look.ts'
import { createFragmentCache } from './fragment-cache.ts'
import { createNonce, renderStream } from './stream.ts'
import { structuredData } from './structured-data/structured-data.ts'

type Loading = Pick<
  LoadContext,
  'api' | 'match' | 'downloadId' | 'form' | 'deferred' | 'optional' | 'inOther' | 'island'
>

type OnError = (error: unknown) => void

/** `style`: the content of the style element, '' without one. */
export type RenderedPage = { body: Buffer; style: string }
/** A stream that starts with the shell, and the nonce of its inline scripts. */
export type RenderedStream = { body: Readable; nonce: string; style: string }
export type Rendered = RenderedPage | RenderedStream

export type Renderer = {
  load: (loading: Loading) => Promise<unknown>
  /** Parses an island's name and props; undefined for an unknown name, 'invalid' for props of another shape. */
  readIsland: (name: string, props: unknown, sections: SiteSections) => Island | 'invalid' | undefined
  loadIsland: (island: Island, api: Api) => Promise<unknown>
  /** The HTML of an island, in the language of `state`. */
  island: (island: Island, data: unknown, state: DocumentState) => string
  /** Whether deferred parts are pending after a grace period of 50 ms. */
  hasDeferred: (state: DocumentState) => Promise<boolean>
  /** Resolves when the shell is rendered; rejects when the shell fails. */
  stream: (state: DocumentState, onError: OnError) => Promise<RenderedStream>
  /** The whole page, without scripts that put parts in place: for bots and shared caches. Rejects where it fails. */
  whole: (state: DocumentState) => Promise<RenderedPage>
  /** Rejects for a page that fails. */
  payload: (state: DocumentState, match: RouteMatch) => Promise<PagePayload>
  /** Text of the share card; undefined where the page has its own image. */
  shareCard: (state: DocumentState) => ShareCard | undefined
  /** The component overview for developers. */
  kit: (translations: Record<Locale, Translation>, settings: Settings) => string
}

const graceMs = 50
/** About: 25 short fields. */
const headBytes = 4096

/** Bytes of memory for stored fragments, and for metadata of pages. */
type Memory = { fragments: number; metadata: number }

/** Copies of pictures are added to HTML; `onPicture` is called with the path of each picture. */
export type RenderedPictures = {
  offer: (html: string, onPicture?: (path: string) => void) => string
  inStream: () => Transform
}

export async function createRenderer(
  build: Build,
  memory: Memory,
  lookOf: BrandLook,
  pictures: RenderedPictures,
): Promise<Renderer> {
  const kinds = [...new Set(routeIds.map((id) => routeOf(id).page))]
  const loaded = await Promise.all(kinds.map(async (kind) => [kind, (await importPage(kind)).page] as const))
  const pages = new Map<PageKind, AnyPage>(loaded)
  const pageOf = (match: RouteMatch) => pages.get(match.page)!
  const { partsOf, appOf, styleOf } = createPageParts(build, memory, lookOf, pageOf)

  /** HTML without React, with the copies of its pictures. */
  const htmlOf = (state: DocumentState, part: ReactElement) =>
    pictures.offer(renderToStaticMarkup(part), state.onPicture)

  return {
    ...islandRendering,
    hasDeferred,
    async stream(state, onError) {
      const nonce = createNonce()
      const body = await renderStream(appOf(state), { nonce, onError }, pictures.inStream())
      return { body, nonce, style: styleOf(state) }
    },
    async whole(state) {
      await Promise.all(pendingDeferred(state.shown))
      const body = Buffer.from(`<!DOCTYPE html>${htmlOf(state, appOf(state))}`)
      return { body, style: styleOf(state) }
    },
    async payload(state, match) {
      await Promise.all(pendingDeferred(state.shown))
      const { page, around, head } = partsOf(state)
      const { locale, route } = match
      const menu = currentSection(state.base.menu, match)
      return {
        build: build.id,
        status: 200,
        locale,
        route,
        head: renderToStaticMarkup(around(<PageHead head={head} />)),
        main: htmlOf(state, around(<PageContent state={state} page={page} />)),
        ...(menu && { menu }),
        language: renderToStaticMarkup(around(<LanguageLinks request={requestOf(state)} />)),
      }
    },
    kit: (translations, settings) =>
      `<!DOCTYPE html>${pictures.offer(renderToStaticMarkup(<Kit translations={translations} settings={settings} styles={build.styles} />))}`,
    shareCard: (state) =>
      headOf(state, state.shown.kind === 'page' ? pageOf(state.shown.match) : undefined, siteOf(state)).card,
    island: (island, data, state) =>
      htmlOf(
        state,
        <Providers site={siteOf(state)} renderIsland={renderIsland}>
          {renderIsland(island, data)}
        </Providers>,
      ),
    load: ({ match, ...loading }) =>
      pageOf(match).load({
        ...loading,
        ...contextOf(match),
      }),
  }
}

/** What the parts of a page are made of, and the whole page of them. */
function createPageParts(
  build: Build,
  memory: Memory,
  lookOf: BrandLook,
  pageOf: (match: RouteMatch) => AnyPage,
) {
  const { styles, integrity, inlineScripts, developmentScripts } = build
  const assets = {
    styles: styles.map((href) => ({ href, integrity: integrity[href] })),
    inlineScripts,
    developmentScripts,
  }

  const metadata = createMetadata(memory.metadata)
  const storedFragment = createFragmentCache(build.id, memory.fragments)
  const fragmentCache: FragmentCache = ({ name, site, content, address }, fragment) =>
    storedFragment({ name, locale: site.locale, edition: site.edition, content }, () =>
      renderToStaticMarkup(
        <SiteProvider site={site}>
          <StaticRouter location={address}>{fragment}</StaticRouter>
        </SiteProvider>,
      ),
    )

  const styleOf = ({ base }: DocumentState) => lookOf(base.config).style

  const partsOf = (state: DocumentState) => {
    const page = state.shown.kind === 'page' ? pageOf(state.shown.match) : undefined
    const site = siteOf(state)
    const around = (part: ReactElement) => (
      <FragmentCacheContext value={state.preview ? undefined : fragmentCache}>
        <Providers site={site} state={state} renderIsland={renderIsland}>
          {part}
        </Providers>
      </FragmentCacheContext>
    )
    return { page, around, ...metadata(state, page, site) }
  }

  const appOf = (state: DocumentState) => {
    const { around, ...parts } = partsOf(state)
    return around(<App state={state} {...parts} assets={{ ...assets, brandStyle: styleOf(state) }} />)
  }

  return { partsOf, appOf, styleOf }
}

async function hasDeferred(state: DocumentState): Promise<boolean> {
  const deferred = pendingDeferred(state.shown)
  if (deferred.length > 0)
    await Promise.race([Promise.all(deferred), sleep(graceMs, undefined, { ref: false })])
  return pendingDeferred(state.shown).length > 0
}

const islandRendering: Pick<Renderer, 'readIsland' | 'loadIsland'> = {
  readIsland(name, props, sections) {
    if (!isIslandName(name)) return undefined
    const known = isRecord(props) ? islands[name].read(props, sections) : undefined
    return known ? { name, props: known } : 'invalid'
  },
  loadIsland: ({ name, props }, api) => islands[name].load(api, props as never),
}

/** Head and structured data of a page. Memoized: 0.1 of 0.7 ms of CPU for a page from stored calls. */
function createMetadata(bytes: number) {
  const identities = createIdentities()
  return memoize(metadataOf, {
    keyOf({ shown, base: { config }, preview, form, edition }, page) {
      if (shown.kind === 'error' || !page || preview || form) return undefined
      const { route, locale, languages, sections, path, search } = shown.match
      return (
        identities.key({ route, locale, languages, sections, path, search, config, edition }) +
        identities.key(awaitedData(shown))
      )
    },
    bound: {
      bytes,
      sizeOf: ({ structuredData }) => 2 * structuredData.length + headBytes,
    },
  })
}

function metadataOf(state: DocumentState, page: AnyPage | undefined, site: Site) {
  const { shown, base, settings } = state
  const head = headOf(state, page, site)
  if (!page || shown.kind === 'error') return { head, structuredData: '' }
  const { t, language } = site
  const own = ownHead(state, page, site)
  const facts = {
    head: own,
    model: head,
    match: shown.match,
    base,
    siteUrl: settings.siteUrl,
    t,
    language,
  }
  return { head, structuredData: structuredData(facts) }
}

function renderIsland({ name, props }: Island, data: unknown) {
  return islands[name].view(data as never, props as never)
}
