// Parts of a page: its React elements with their context and stored fragments, its head and its structured data.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { App, headOf, ownHead, Providers } from '../../client/app.tsx'
import { type FragmentCache, FragmentCacheContext } from '../../client/cached-fragment.tsx'
import { islands } from '../../client/islands/islands.tsx'
import type { AnyPage } from '../../client/page.ts'
import { StaticRouter } from '../../client/router.ts'
import { type Site, SiteProvider, siteOf } from '../../client/site.tsx'
import type { Island } from '../../shared/island.ts'
import { awaitedData, type DocumentState } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import type { Build } from '../base/build.ts'
import { memoize } from '../base/memoize.ts'
import type { BrandLook } from './brand-look.ts'
import { createFragmentCache, createIdentities } from './fragment-cache.ts'
import { structuredData } from './structured-data/structured-data.ts'

/** Bytes of memory for stored fragments, and for metadata of pages. */
export type Memory = { fragments: number; metadata: number }

/** About: 25 short fields. */
const headBytes = 4096

/** What the parts of a page are made of, and the whole page of them. */
export function createPageParts(
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
    const around = (part: ReactNode) => (
      <FragmentCacheContext value={fragmentCache}>
        <Providers site={site} state={state} renderIsland={renderIsland}>
          {part}
        </Providers>
      </FragmentCacheContext>
    )
    return { page, around, ...metadata(state, page, site) }
  }

  const appOf = (state: DocumentState, { around, ...parts }: ReturnType<typeof partsOf>) =>
    around(<App state={state} {...parts} assets={{ ...assets, brandStyle: styleOf(state) }} />)

  return { partsOf, appOf, styleOf }
}

/** Head and structured data of a page. Memoized: 0.1 of 0.7 ms of CPU for a page from stored calls. */
function createMetadata(bytes: number) {
  const identities = createIdentities()
  return memoize(metadataOf, {
    keyOf({ shown, base: { config }, form, edition }, page) {
      if (shown.kind === 'error' || !page || form) return undefined
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

export function renderIsland({ name, props }: Island, data: unknown) {
  return islands[name].view(data as never, props as never)
}
