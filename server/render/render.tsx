// Renderer: React rendering of pages and islands; the only room of the server that imports client/.
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PageContent, Providers } from '../../client/app.tsx'
import { type PendingPart, PendingPartsContext, pendingMark } from '../../client/deferred.tsx'
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
import type { DocumentState, PagePayload, Settings, Translation } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { AppContext } from '../app-context.ts'
import type { Build } from '../base/build.ts'
import { type BrandLook, createBrandLook } from './brand-look.ts'
import { createPageParts, type MediaFor, renderIsland } from './page-parts.tsx'
import { renderHtml } from './stream.ts'
import { createTranslations } from './translations.ts'

/**
 * A document in its order. `body`: complete, or pieces, each of which ends where a part is pending. `style`: the content of the
 * style element, '' without one.
 */
export type Rendered = { body: Buffer | AsyncIterable<string>; style: string }

export type Renderer = {
  load: (context: LoadContext) => Promise<unknown>
  /** Parses an island's name and props; undefined for an unknown name, 'invalid' for props of another shape. */
  readIsland: (name: string, props: unknown, sections: SiteSections) => Island | 'invalid' | undefined
  loadIsland: (island: Island, api: Api) => Promise<unknown>
  /** The HTML of an island, in the language of `state`. */
  island: (island: Island, data: unknown, state: DocumentState) => Promise<string>
  /** The same bytes for people, bots and caches. Resolves when the shell is rendered; rejects when the shell fails. */
  document: (state: DocumentState) => Promise<Rendered>
  /** Rejects for a page that fails. */
  payload: (state: DocumentState, match: RouteMatch) => Promise<PagePayload>
  /** The component overview for developers. */
  kit: (translations: Record<Locale, Translation>, settings: Settings) => string
}

/** Of CACHE_MEMORY_BYTES. */
const fragmentShare = 0.1

export type Rendering = Awaited<ReturnType<typeof createRendering>>

/** The renderer, the texts in both languages, and what every page has of its site. */
export async function createRendering({ config, build, telemetry: { log } }: AppContext, mediaFor: MediaFor) {
  const translations = await createTranslations({ log })
  const brandLook = createBrandLook(log)
  const settings: Settings = {
    siteUrl: config.siteUrl,
    build: build.id,
    formName: config.formName,
    downloadId: config.downloadId,
    ...(config.showDrafts && { showDrafts: true as const }),
    ...(config.analytics && { analytics: config.analytics }),
    ...(!config.fingerprint && { fingerprintOff: true as const }),
  }
  const fragmentBytes = Math.floor(fragmentShare * config.cacheMemoryBytes)
  return {
    renderer: await createRenderer(build, fragmentBytes, brandLook, mediaFor),
    translations,
    messages: { zh: translations.zh.messages, en: translations.en.messages },
    settings,
    brandLook,
  }
}

async function createRenderer(
  build: Build,
  fragmentBytes: number,
  lookOf: BrandLook,
  mediaFor: MediaFor,
): Promise<Renderer> {
  const pages = await importPages()
  const pageOf = (match: RouteMatch) => pages.get(match.page)!
  const { partsOf, appOf, styleOf } = createPageParts(build, fragmentBytes, lookOf, pageOf, mediaFor)

  type Around = ReturnType<typeof partsOf>['around']

  /** What stands before a pending part is there while it loads; `isComplete`: nothing is pending. */
  const inOrder = async (around: Around, element: ReactElement) => {
    const pending: PendingPart[] = []
    const html = await renderHtml(<PendingPartsContext value={pending}>{element}</PendingPartsContext>)
    async function* pieces() {
      let rest = html
      for (const { promise, view } of pending) {
        const at = rest.indexOf(pendingMark)
        yield rest.slice(0, at)
        rest = rest.slice(at + pendingMark.length)
        yield await renderHtml(around(await promise.then(view)))
      }
      yield rest
    }
    return { isComplete: pending.length === 0, pieces: pieces() }
  }

  return {
    ...islandRendering,
    async document(state) {
      // Parts that are at hand, such as those of local content, settle in this turn: they are not pending.
      await setImmediate()
      const parts = partsOf(state)
      const { isComplete, pieces } = await inOrder(parts.around, appOf(state, parts))
      return { body: isComplete ? Buffer.from(await text(pieces)) : pieces, style: styleOf(state) }
    },
    async payload(state, match) {
      const { page, around, head } = partsOf(state)
      const { locale, route } = match
      const content = around(<PageContent state={state} page={page} status={head.status} />)
      const main = await inOrder(around, content)
      const menu = currentSection(state.base.menu, match)
      return {
        build: build.id,
        status: 200,
        locale,
        route,
        head: await renderHtml(around(<PageHead head={head} />)),
        main: await text(main.pieces),
        ...(menu && { menu }),
        language: await renderHtml(around(<LanguageLinks request={requestOf(state)} />)),
      }
    },
    kit: (translations, settings) =>
      `<!DOCTYPE html>${renderToStaticMarkup(<Kit translations={translations} settings={settings} media={mediaFor()} styles={build.styles} start={build.inlineScripts.start} />)}`,
    island: (island, data, state) =>
      renderHtml(
        <Providers site={siteOf(state, mediaFor(state.onPicture))} renderIsland={renderIsland}>
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

const islandRendering: Pick<Renderer, 'readIsland' | 'loadIsland'> = {
  readIsland(name, props, sections) {
    if (!isIslandName(name)) return undefined
    const known = isRecord(props) ? islands[name].read(props, sections) : undefined
    return known ? { name, props: known } : 'invalid'
  },
  loadIsland: ({ name, props }, api) => islands[name].load(api, props as never),
}
