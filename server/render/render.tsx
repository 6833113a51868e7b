// Renderer: React rendering of pages, islands and share cards; the only room of the server that imports client/.
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App, type AppProps, headOf, ownHead } from '../../client/app.tsx'
import { type FragmentCache, FragmentCacheContext } from '../../client/cached-fragment.tsx'
import type { DocumentAssets } from '../../client/document.tsx'
import { isIslandName, islands } from '../../client/islands/islands.tsx'
import { Kit } from '../../client/kit/kit.tsx'
import { contextOf, type LoadContext } from '../../client/load-context.ts'
import type { AnyPage } from '../../client/page.ts'
import { importPage, pageSource } from '../../client/routes.tsx'
import { type Site, SiteProvider, siteOf } from '../../client/site.tsx'
import type { Api } from '../../shared/api/api.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Island } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import {
  awaitedData,
  type DocumentState,
  pendingDeferred,
  type Settings,
  scriptJson,
} from '../../shared/payload.ts'
import { pathOf, type RouteMatch } from '../../shared/resolve.ts'
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import type { ShareCard } from '../../shared/share-card.ts'
import type { Build } from '../base/build.ts'
import { createIdentities, memoize } from '../base/memoize.ts'
import type { BrandLook } from './brand-look.ts'
import { createFragmentCache } from './fragment-cache.ts'
import { createNonce, renderStream, renderWhole } from './stream.ts'
import { structuredData } from './structured-data/structured-data.ts'

type Loading = Pick<
  LoadContext,
  'api' | 'match' | 'downloadId' | 'deferred' | 'optional' | 'inOther' | 'island'
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
  readIsland: (name: string, props: unknown) => Island | 'invalid' | undefined
  loadIsland: (island: Island, api: Api) => Promise<unknown>
  /** The HTML of an island, in the language of `state`. */
  island: (island: Island, data: unknown, state: DocumentState) => string
  /** Whether deferred parts are pending after a grace period of 50 ms. */
  hasDeferred: (state: DocumentState) => Promise<boolean>
  /** Resolves when the shell is rendered; rejects when the shell fails. */
  stream: (state: DocumentState, onError: OnError) => Promise<RenderedStream>
  /** Resolves when the whole page is rendered, without inline scripts: for bots and shared caches. */
  whole: (state: DocumentState, onError: OnError) => Promise<RenderedPage>
  /** Text of the share card; undefined where the page has its own image. */
  shareCard: (state: DocumentState) => ShareCard | undefined
  /** The component overview for developers. */
  kit: (messages: Record<Locale, Messages>, settings: Settings) => string
}

const graceMs = 50
/** About: 25 short fields. */
const headBytes = 4096

/** Bytes of memory for stored fragments, and for metadata of pages. */
type Memory = { fragments: number; metadata: number }

export async function createRenderer(build: Build, memory: Memory, lookOf: BrandLook): Promise<Renderer> {
  const kinds = [...new Set(routeIds.map((id) => routeOf(id).page))]
  const loaded = await Promise.all(kinds.map(async (kind) => [kind, (await importPage(kind)).page] as const))
  const pages = new Map<PageKind, AnyPage>(loaded)
  const pageOf = (match: RouteMatch) => pages.get(routeOf(match.route).page)!

  const assetsOf = createAssets(build)
  const bootstrap = {
    bootstrapScriptContent: build.inlineScripts.start,
    bootstrapModules: build.developmentScripts,
  }

  const metadata = createMetadata(memory.metadata)
  const storedFragment = createFragmentCache(build.id, memory.fragments)
  const fragmentCache: FragmentCache = ({ name, site, content }, fragment) =>
    storedFragment({ name, locale: site.locale, content }, () =>
      renderToString(<SiteProvider site={site}>{fragment}</SiteProvider>),
    )

  const styleOf = ({ base }: DocumentState) => lookOf(base.config).style

  const appOf = (state: DocumentState) => {
    const { shown } = state
    const match = shown.kind === 'page' ? shown.match : undefined
    const page = match && pageOf(match)
    const site = siteOf(state)
    const props: AppProps = {
      state,
      page,
      site,
      ...metadata(state, page, site),
      assets: { ...assetsOf(pageSource(match && routeOf(match.route).page)), brandStyle: styleOf(state) },
      stateJson: scriptJson(state),
      url: match ? pathOf(match, match.locale) + match.search : '/',
      navigator: staticNavigator,
      islandSource,
    }
    return (
      <FragmentCacheContext value={state.preview ? undefined : fragmentCache}>
        <App {...props} />
      </FragmentCacheContext>
    )
  }

  return {
    async hasDeferred(state) {
      const deferred = pendingDeferred(state.shown)
      if (deferred.length > 0)
        await Promise.race([Promise.all(deferred), sleep(graceMs, undefined, { ref: false })])
      return pendingDeferred(state.shown).length > 0
    },
    async stream(state, onError) {
      const nonce = createNonce()
      const body = await renderStream(appOf(state), { ...bootstrap, nonce, onError })
      return { body, nonce, style: styleOf(state) }
    },
    async whole(state, onError) {
      await Promise.all(pendingDeferred(state.shown))
      const body = await renderWhole(appOf(state), { ...bootstrap, onError })
      return { body, style: styleOf(state) }
    },
    kit: (messages, settings) =>
      `<!DOCTYPE html>${renderToStaticMarkup(<Kit {...{ messages, settings, styles: build.styles }} />)}`,
    readIsland(name, props) {
      if (!isIslandName(name)) return undefined
      const known = isRecord(props) ? islands[name].read(props) : undefined
      return known ? { name, props: known } : 'invalid'
    },
    shareCard: (state) =>
      headOf(state, state.shown.kind === 'page' ? pageOf(state.shown.match) : undefined, siteOf(state)).card,
    loadIsland: ({ name, props }, api) => islands[name].load(api, props),
    island: (island, data, state) =>
      renderToStaticMarkup(
        <SiteProvider site={siteOf(state)}>{islandSource.render(island, data)}</SiteProvider>,
      ),
    load: ({ match, ...loading }) =>
      pageOf(match).load({
        ...loading,
        ...contextOf(match),
      }),
  }
}

/** Styles and preloads of a page kind, by the source file of its module. */
function createAssets({ styles, preloads, integrity, inlineScripts }: Build) {
  const asset = (href: string) => ({ href, integrity: integrity[href] })
  const ofAll = { styles: styles.map(asset), preloads: [], firstScript: inlineScripts.first }
  const ofKinds = new Map(
    Object.entries(preloads).map(([source, hrefs]) => [source, { ...ofAll, preloads: hrefs.map(asset) }]),
  )
  return (source: string): Omit<DocumentAssets, 'brandStyle'> => ofKinds.get(source) ?? ofAll
}

/** Head and structured data of a page. Memoized: 0.1 of 0.7 ms of CPU for a page from stored calls. */
function createMetadata(bytes: number) {
  const identities = createIdentities()
  return memoize(metadataOf, {
    keyOf({ shown, base: { config }, preview }, page) {
      if (shown.kind === 'error' || !page || preview) return undefined
      const { route, locale, path, search } = shown.match
      return identities.key({ route, locale, path, search, config }) + identities.key(awaitedData(shown))
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
  const { t } = site
  const own = ownHead(state, page, t)
  const facts = { head: own, model: head, match: shown.match, base, siteUrl: settings.siteUrl, t }
  return { head, structuredData: structuredData(facts) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const islandSource = {
  render: ({ name, props }: Island, data: unknown) => islands[name].view(data as never, props),
  known: () => undefined,
  whenNear: () => () => {},
}

const noNavigation = () => {
  throw new Error('navigation is for browsers')
}
const staticNavigator: AppProps['navigator'] = {
  createHref: noNavigation,
  push: noNavigation,
  replace: noNavigation,
  go: noNavigation,
}
