// Renderer: React rendering of pages and islands; the only room of the server that imports client/.
import type { Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PageContent, Providers } from '../../client/app.tsx'
import { PageHead } from '../../client/document.tsx'
import { isIslandName, islands } from '../../client/islands/islands.tsx'
import { Kit } from '../../client/kit/kit.tsx'
import type { LoadContext } from '../../client/load-context.ts'
import type { AnyPage } from '../../client/page.ts'
import { importPage } from '../../client/routes.tsx'
import { requestOf, siteOf } from '../../client/site.tsx'
import { LanguageLinks } from '../../client/ui/language-switch.tsx'
import { currentSection } from '../../client/ui/menu.tsx'
import type { Api } from '../../shared/api/api.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Island } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import {
  type DocumentState,
  type PagePayload,
  pendingDeferred,
  type Settings,
  type Translation,
} from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { Build } from '../base/build.ts'
import type { BrandLook } from './brand-look.ts'
import { createPageParts, type Memory, renderIsland } from './page-parts.tsx'
import { createNonce, renderStream } from './stream.ts'

type OnError = (error: unknown) => void

/** `style`: the content of the style element, '' without one. */
export type RenderedPage = { body: Buffer; style: string }
/** A stream that starts with the shell, and the nonce of its inline scripts. */
export type RenderedStream = { body: Readable; nonce: string; style: string }
export type Rendered = RenderedPage | RenderedStream

export type Renderer = {
  load: (context: LoadContext) => Promise<unknown>
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
  /** The component overview for developers. */
  kit: (translations: Record<Locale, Translation>, settings: Settings) => string
}

const graceMs = 50

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
  const pages = await importPages()
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
        main: htmlOf(state, around(<PageContent state={state} page={page} status={head.status} />)),
        ...(menu && { menu }),
        language: renderToStaticMarkup(around(<LanguageLinks request={requestOf(state)} />)),
      }
    },
    kit: (translations, settings) =>
      `<!DOCTYPE html>${pictures.offer(renderToStaticMarkup(<Kit translations={translations} settings={settings} styles={build.styles} />))}`,
    island: (island, data, state) =>
      htmlOf(
        state,
        <Providers site={siteOf(state)} renderIsland={renderIsland}>
          {renderIsland(island, data)}
        </Providers>,
      ),
    load: (context) => pageOf(context.match).load(context),
  }
}

async function importPages(): Promise<Map<PageKind, AnyPage>> {
  const kinds = new Set(routeIds.map((id) => routeOf(id).page))
  return new Map(
    await Promise.all([...kinds].map(async (kind) => [kind, (await importPage(kind)).page] as const)),
  )
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
