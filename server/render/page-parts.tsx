// Parts of a page: its React elements with their context and stored fragments, its head and its structured data.

import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { App, headOf, ownHead, Providers } from '../../client/app.tsx'
import { type FragmentCache, FragmentCacheContext } from '../../client/cached-fragment.tsx'
import { islands } from '../../client/islands/islands.tsx'
import type { AnyPage } from '../../client/page.ts'
import { StaticRouter } from '../../client/router.ts'
import { type Site, SiteProvider, siteOf } from '../../client/site.tsx'
import type { KnownPicture, Media } from '../../shared/image.ts'
import type { Island } from '../../shared/island.ts'
import type { DocumentState } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import type { Build } from '../base/build.ts'
import type { BrandLook } from './brand-look.ts'
import { structuredData } from './structured-data/structured-data.ts'

/** `onFile` is called with the path of each picture that may have copies, and each address that gets a digest. */
export type MediaFor = (onFile?: (path: string) => void) => Media

const bytesPerCharacter = 2

/** What the parts of a page are made of, and the whole page of them. */
export function createPageParts(
  build: Build,
  fragmentBytes: number,
  lookOf: BrandLook,
  pageOf: (match: RouteMatch) => AnyPage,
  mediaFor: MediaFor,
) {
  const { styles, integrity, inlineScripts, developmentScripts } = build
  const assets = {
    styles: styles.map((href) => ({ href, integrity: integrity[href] })),
    inlineScripts,
    developmentScripts,
  }

  /** A page without its menu and footer takes half of the time. */
  const fragments = new LRUCache<string, { html: string; isSame: (media: Media) => boolean }>({
    maxSize: fragmentBytes,
    sizeCalculation: ({ html }, key) => bytesPerCharacter * (html.length + key.length),
  })
  const fragmentCache: FragmentCache = ({ name, site, content, address }, fragment) => {
    const key = JSON.stringify([name, site.locale, site.revision, content])
    const known = fragments.get(key)
    if (known?.isSame(site.media)) return known.html
    const { media, isSame } = recordMedia(site.media)
    const html = renderToStaticMarkup(
      <SiteProvider site={{ ...site, media }}>
        <StaticRouter location={address}>{fragment}</StaticRouter>
      </SiteProvider>,
    )
    fragments.set(key, { html, isSame })
    return html
  }

  const styleOf = ({ base }: DocumentState) => lookOf(base.config).style

  const partsOf = (state: DocumentState) => {
    const page = state.shown.kind === 'page' ? pageOf(state.shown.match) : undefined
    const site = siteOf(state, mediaFor(state.onPicture))
    const around = (part: ReactNode) => (
      <FragmentCacheContext value={fragmentCache}>
        <Providers site={site} state={state} renderIsland={renderIsland}>
          {part}
        </Providers>
      </FragmentCacheContext>
    )
    return { page, around, ...metadataOf(state, page, site) }
  }

  const appOf = (state: DocumentState, { around, ...parts }: ReturnType<typeof partsOf>) =>
    around(<App state={state} {...parts} assets={{ ...assets, brandStyle: styleOf(state) }} />)

  return { partsOf, appOf, styleOf }
}

/** `isSame`: whether the files that were looked up are the same now. */
function recordMedia({ urlOf, pictureOf }: Media) {
  const urls = new Map<string, string>()
  const pictures = new Map<string, KnownPicture | undefined>()
  const media: Media = {
    urlOf(url) {
      const found = urlOf(url)
      if (url.startsWith('/media/')) urls.set(url, found)
      return found
    },
    pictureOf(url) {
      const found = pictureOf(url)
      pictures.set(url, found)
      return found
    },
  }
  const isSame = (now: Media) =>
    [...urls].every(([url, found]) => now.urlOf(url) === found) &&
    [...pictures].every(([url, found]) => now.pictureOf(url) === found)
  return { media, isSame }
}

/** Head and structured data of a page. */
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
