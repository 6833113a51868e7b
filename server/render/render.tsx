// Renderer: React rendering of pages and islands; the only room of the server that imports client/.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { ReactElement, ReactNode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { App, headOf, ownHead, PageContent, Providers } from '../../client/app.tsx'
import { FragmentCacheContext } from '../../client/cached-fragment.tsx'
import { type PendingPart, PendingPartsContext, pendingMark } from '../../client/deferred.tsx'
import { PageHead } from '../../client/document.tsx'
import { isIslandName, islands } from '../../client/islands/islands.tsx'
import { Kit } from '../../client/kit/kit.tsx'
import type { LoadContext } from '../../client/load-context.ts'
import type { AnyPage } from '../../client/page.ts'
import { importPage } from '../../client/page.ts'
import { requestOf, type Site, siteOf } from '../../client/site.tsx'
import { LanguageLinks } from '../../client/ui/language-switch.tsx'
import { currentSection } from '../../client/ui/menu.tsx'
import type { Api } from '../../shared/api/api.ts'
import type { MediaFor } from '../../shared/image.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Island } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState, PagePayload, Settings, Translation } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { AppContext } from '../app-context.ts'
import { createBrandLook } from './brand-look.ts'
import { createFragmentCache } from './fragment-cache.tsx'
import { structuredData } from './structured-data/structured-data.ts'
import { createTranslations } from './translations.ts'

/**
 * A document in its order. `body`: complete, or pieces, each of which ends where a part is pending. `style`: the content of the
 * style element, '' without one.
 */
export type Rendered = { body: Buffer | AsyncIterable<string>; style: string }

export type Rendering = Awaited<ReturnType<typeof createRendering>>

/** The renderer, the texts in both languages, and what every page has of its site. */
export async function createRendering(context: AppContext, mediaFor: MediaFor) {
  const { config, build, telemetry } = context
  const translations = await createTranslations(telemetry.log)
  const brandLook = createBrandLook(telemetry.log)
  const settings: Settings = {
    siteUrl: config.siteUrl,
    build: build.id,
    formName: config.formName,
    downloadId: config.downloadId,
    ...(config.showDrafts && { showDrafts: true as const }),
    ...(config.analytics && { analytics: config.analytics }),
    ...(!config.fingerprint && { fingerprintOff: true as const }),
  }
  const pages = await importPages()
  const pageOf = (match: RouteMatch) => pages.get(match.page)!
  const fragmentCache = createFragmentCache(mediaFor)
  const { styles, integrity, inlineScripts, developmentScripts } = build
  const assets = {
    styles: styles.map((href) => ({ href, integrity: integrity[href] })),
    inlineScripts,
    developmentScripts,
  }

  /** The context of a state's elements, and the metadata of its page. */
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

  /** What stands before a pending part is there while it loads; `isComplete`: nothing is pending. */
  const inOrder = async (around: (part: ReactNode) => ReactElement, element: ReactNode) => {
    const pending: PendingPart[] = []
    const html = await renderHtml(
      <PendingPartsContext value={pending}>{around(element)}</PendingPartsContext>,
    )
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

  const renderer = {
    load: (context: LoadContext): Promise<unknown> => pageOf(context.match).load(context),
    /** Parses an island's name and props; undefined for an unknown name, 'invalid' for props of another shape. */
    readIsland(name: string, props: unknown, sections: SiteSections): Island | 'invalid' | undefined {
      if (!isIslandName(name)) return undefined
      const known = isRecord(props) ? islands[name].read(props, sections) : undefined
      return known ? { name, props: known } : 'invalid'
    },
    loadIsland: ({ name, props }: Island, api: Api): Promise<unknown> =>
      islands[name].load(api, props as never),
    /** The HTML of an island, in the language of `state`. */
    island: (island: Island, data: unknown, state: DocumentState): Promise<string> =>
      renderHtml(
        <Providers site={siteOf(state, mediaFor(state.onPicture))} renderIsland={renderIsland}>
          {renderIsland(island, data)}
        </Providers>,
      ),
    /** The same bytes for people, bots and caches. Resolves when the shell is rendered; rejects when the shell fails. */
    async document(state: DocumentState): Promise<Rendered> {
      // Parts that are at hand, such as those of local content, settle in this turn: they are not pending.
      await setImmediate()
      const { around, ...parts } = partsOf(state)
      const { style } = brandLook(state.base.config)
      const app = <App state={state} {...parts} assets={{ ...assets, brandStyle: style }} />
      const { isComplete, pieces } = await inOrder(around, app)
      return { body: isComplete ? Buffer.from(await text(pieces)) : pieces, style }
    },
    /** Rejects for a page that fails. */
    async payload(state: DocumentState, match: RouteMatch): Promise<PagePayload> {
      const { page, around, head } = partsOf(state)
      const { locale, route } = match
      const main = await inOrder(around, <PageContent state={state} page={page} status={head.status} />)
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
    /** The component overview for developers. */
    kit(translations: Record<Locale, Translation>, settings: Settings): string {
      const props = { translations, settings, media: mediaFor(), styles, start: inlineScripts.start }
      return `<!DOCTYPE html>${renderToStaticMarkup(<Kit {...props} />)}`
    },
  }
  const messages = { zh: translations.zh.messages, en: translations.en.messages }
  return { renderer, translations, messages, settings, brandLook }
}

/** All HTML but that of cached fragments. Without Suspense the shell is everything. Rejects where it fails. */
function renderHtml(node: ReactNode): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(node, {
    onShellReady: () => resolve(text(pipe(new PassThrough()))),
    onShellError: reject,
    // The default writes to the console; onShellError has the error too.
    onError() {},
  })
  return promise
}

function renderIsland({ name, props }: Island, data: unknown) {
  return islands[name].view(data as never, props as never)
}

/** Head and structured data of a page. */
function metadataOf(state: DocumentState, page: AnyPage | undefined, site: Site) {
  const { shown, base, settings } = state
  const head = headOf(state, page, site)
  if (!page || shown.kind === 'error') return { head, structuredData: '' }
  const { t, language } = site
  const { siteUrl } = settings
  const own = ownHead(state, page, site)
  const facts = { head: own, model: head, match: shown.match, base, siteUrl, t, language }
  return { head, structuredData: structuredData(facts) }
}

async function importPages(): Promise<Map<PageKind, AnyPage>> {
  const kinds = new Set(routeIds.map((id) => routeOf(id).page))
  return new Map(
    await Promise.all([...kinds].map(async (kind) => [kind, (await importPage(kind)).page] as const)),
  )
}
