// THE DOOR to client/: the only file of the server that knows React and the pages.
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { App, type AppProps, headOf, ownHead } from '../client/app.tsx'
import type { DocumentAssets } from '../client/document.tsx'
import { type Keeper, KeeperContext } from '../client/frozen.tsx'
import { isIslandName, islands } from '../client/islands/islands.tsx'
import { Kit } from '../client/kit/kit.tsx'
import type { AnyPage, LoadContext } from '../client/page.ts'
import { Router } from '../client/router.ts'
import { pageModules, pageSource } from '../client/routes.tsx'
import { type Site, SiteProvider, siteOf } from '../client/site.tsx'
import type { Api } from '../shared/api/api.ts'
import type { Messages } from '../shared/i18n/messages.ts'
import type { Island } from '../shared/island.ts'
import type { Locale } from '../shared/locale.ts'
import { type DocumentState, type Settings, stillLate } from '../shared/payload.ts'
import { readQuery } from '../shared/query.ts'
import { pathOf, type RouteMatch } from '../shared/resolve.ts'
import { type PageKind, routeOf } from '../shared/routes.ts'
import type { ShareCard } from '../shared/share-card.ts'
import type { Build } from './build.ts'
import { createFrozen } from './frozen.ts'
import { asText, type Place } from './html.ts'
import { createNonce } from './http/nonce.ts'
import { createPageWords } from './page-words.ts'
import { type RenderAtOnce, renderAtOnce, scriptTags } from './render-at-once.ts'
import { renderStream, renderWhole } from './render-stream.ts'
import { structuredData } from './seo/structured-data.ts'
import { keptJson, stateJson } from './state-json.ts'

export type Loading = Pick<LoadContext, 'api' | 'match' | 'later' | 'optional' | 'inOther' | 'island'>

type Words = Pick<AppProps, 'head' | 'structuredData'>

export type RenderOptions = {
  state: DocumentState
  /** Late parts that come this soon are in their place in the first piece, for visitors without script, too. */
  graceMs?: number
  onError: (error: unknown) => void
}

/** All of a page, or a stream with the nonce that its inline scripts carry. */
export type Rendered = { body: Buffer } | { body: Readable; nonce: string }

export type Renderer = {
  load: (loading: Loading) => Promise<unknown>
  /** An island as an address names it; undefined where there is no such name, 'invalid' where the props are not its. */
  readIsland: (name: string, props: unknown) => Island | 'invalid' | undefined
  loadIsland: (island: Island, api: Api) => Promise<unknown>
  /** The HTML of an island; `state` says in which language. */
  island: (island: Island, data: unknown, state: DocumentState) => string
  /** Resolves when the first byte may leave; rejects when there is nothing to show. */
  document: (options: RenderOptions) => Promise<Rendered>
  /** A page that is all there, without any inline script: for robots and shared caches. */
  whole: (state: DocumentState, onError: (error: unknown) => void) => Promise<Buffer>
  /** What is drawn for those who share the page; undefined where it has a picture of its own. */
  shareCard: (state: DocumentState) => ShareCard | undefined
  /** The page that shows all components to their developers. */
  kit: (messages: Record<Locale, Messages>, settings: Settings) => string
}

const defaultGraceMs = 50
const headBytes = 4096
const mostFrozenBytes = 16 * 1024 * 1024

export async function createRenderer(build: Build, atOnce: RenderAtOnce = renderAtOnce): Promise<Renderer> {
  const kinds = Object.keys(pageModules) as PageKind[]
  const loaded = await Promise.all(
    kinds.map(async (kind) => [kind, (await pageModules[kind]()).page] as const),
  )
  const pages = new Map<PageKind, AnyPage>(loaded)
  const pageOf = (match: RouteMatch) => pages.get(routeOf(match.route).page)!

  const assetsOf = createAssets(build)
  const bootstrap = {
    bootstrapScriptContent: build.inlineScripts.start,
    bootstrapModules: build.developmentScripts,
  }
  const scripts = scriptTags(bootstrap)

  const frozen = createFrozen<Buffer>({ sizeOf: (html) => html.length, mostBytes: mostFrozenBytes })
  const keptWords = createPageWords<Words>(sizeOfWords)
  const keeperFor = (place: Place): Keeper => ({
    json: (content) => place(keptJson(content) ?? ''),
    html: (name, { of, beside }, content, site) =>
      place(
        frozen(name, { of, beside: [beside] }, () =>
          Buffer.from(partOf(<Standing site={site}>{content}</Standing>)),
        ),
      ),
  })

  const partOf = (content: ReactNode) => atOnce.part(content) ?? renderToString(content)

  const appOf = (state: DocumentState, place: Place) => {
    const { shown } = state
    const match = shown.kind === 'page' ? shown.match : undefined
    const page = match && pageOf(match)
    const site = siteOf(state)
    const props: AppProps = {
      state,
      page,
      site,
      ...keptWords(state, () => wordsOf(state, page, site)),
      assets: assetsOf(pageSource(match && routeOf(match.route).page)),
      stateJson: place(stateJson(state)),
      url: match ? pathOf(match, match.locale) + match.search : '/',
      navigator: staticNavigator,
      islandSource,
    }
    return (
      <KeeperContext value={keeperFor(place)}>
        <App {...props} />
      </KeeperContext>
    )
  }

  const whole: Renderer['whole'] = async (state, onError) => {
    await Promise.all(stillLate(state.shown))
    // Only React's stream tells what is wrong with a part.
    return (
      atOnce.document((place) => appOf(state, place), scripts) ??
      renderWhole(appOf(state, asText), { ...bootstrap, onError })
    )
  }

  const document: Renderer['document'] = async ({ state, graceMs = defaultGraceMs, onError }) => {
    const late = stillLate(state.shown)
    if (late.length > 0) await Promise.race([Promise.all(late), sleep(graceMs, undefined, { ref: false })])
    if (stillLate(state.shown).length === 0) return { body: await whole(state, onError) }
    const nonce = createNonce()
    return {
      body: await renderStream(appOf(state, asText), { ...bootstrap, nonce, onError }),
      nonce,
    }
  }

  return {
    document,
    whole,
    kit: (messages, settings) =>
      `<!DOCTYPE html>${renderToStaticMarkup(
        <Kit {...{ messages, settings, styles: build.styles, navigator: staticNavigator }} />,
      )}`,
    readIsland(name, props) {
      if (!isIslandName(name)) return undefined
      const known = isRecord(props) ? islands[name].read(props) : undefined
      return known ? { name, props: known } : 'invalid'
    },
    shareCard: (state) =>
      headOf(state, state.shown.kind === 'page' ? pageOf(state.shown.match) : undefined, siteOf(state)).card,
    loadIsland: ({ name, props }, api) => islands[name].load(api, props),
    island: (island, data, state) =>
      renderToStaticMarkup(<Standing site={siteOf(state)}>{islandSource.render(island, data)}</Standing>),
    load: ({ match, ...loading }) =>
      pageOf(match).load({
        ...loading,
        match,
        locale: match.locale,
        params: match.params,
        query: readQuery(match),
        category: routeOf(match.route).category,
      }),
  }
}

/** What pages of a kind load, by the source of their code. */
function createAssets({ styles, preloads, integrity, inlineScripts }: Build) {
  const asset = (href: string) => ({ href, integrity: integrity[href] })
  const ofAll = { styles: styles.map(asset), preloads: [], firstScript: inlineScripts.first }
  const ofKinds = new Map(
    Object.entries(preloads).map(([source, hrefs]) => [source, { ...ofAll, preloads: hrefs.map(asset) }]),
  )
  return (source: string): DocumentAssets => ofKinds.get(source) ?? ofAll
}

/** About, in bytes: characters of Chinese take two. */
function sizeOfWords({ structuredData = '' }: Words): number {
  return 2 * structuredData.length + headBytes
}

/** What a page says of itself, in its head and to machines. */
function wordsOf(state: DocumentState, page: AnyPage | undefined, site: Site): Words {
  const { shown, base, settings } = state
  const model = headOf(state, page, site)
  if (!page || shown.kind === 'error') return { head: model, structuredData: '' }
  const head = ownHead(shown, page, site)
  const facts = { head, model, match: shown.match, base, siteUrl: settings.siteUrl, t: site.t }
  return { head: model, structuredData: structuredData(facts) }
}

/** What stands outside of a page: it has no address of its own. */
function Standing({ site, children }: { site: Site; children: ReactNode }) {
  return (
    <SiteProvider site={site}>
      <Router location="/" navigator={staticNavigator}>
        {children}
      </Router>
    </SiteProvider>
  )
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
  createHref: (to) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
  push: noNavigation,
  replace: noNavigation,
  go: noNavigation,
}
