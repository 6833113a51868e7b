// Renderer: React rendering of pages and islands; the only room of the server that imports client/.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { ReactElement, ReactNode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { App, headOf, PageContent, Providers } from '../../client/app.tsx'
import { FragmentCacheContext } from '../../client/cached-fragment.tsx'
import { type PendingPart, PendingPartsContext, pendingMark } from '../../client/deferred.tsx'
import { PageHead } from '../../client/document.tsx'
import { loadIsland, readIsland } from '../../client/islands/islands.tsx'
import { Kit } from '../../client/kit/kit.tsx'
import { importPage, type LoadContext, type Page, type PageState } from '../../client/page.ts'
import { requestOf, type Site, siteOf } from '../../client/site.tsx'
import { LanguageLinks } from '../../client/ui/language-switch.tsx'
import { currentSection } from '../../client/ui/menu.tsx'
import type { MediaFor } from '../../shared/image.ts'
import type { PagePayload, Settings } from '../../shared/payload.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import { type PageKind, routeIds, routeOf } from '../../shared/routes.ts'
import type { AppContext } from '../app-context.ts'
import { createBrandLook } from './brand-look.ts'
import { createFragmentCache } from './fragment-cache.tsx'
import { textWith } from './rich-text.tsx'
import { structuredData } from './structured-data/structured-data.ts'
import { createTranslations } from './translations.ts'

/**
 * A document in its order. `body`: complete, or pieces, each of which ends where a part is pending. `style`: the content of the
 * style element, '' without one.
 */
export type Rendered = { body: Buffer | AsyncIterable<string>; style: string }

export type { PageState }

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
    ...(config.analyticsScript && {
      analytics: { script: config.analyticsScript, attributes: config.analyticsAttributes },
    }),
    ...(!config.fingerprint && { fingerprintOff: true as const }),
  }
  const pages = await importPages()
  const fragmentCache = createFragmentCache(mediaFor)
  const { styles, integrity, inlineScripts, developmentScripts } = build
  const assets = {
    styles: styles.map((href) => ({ href, integrity: integrity[href] })),
    inlineScripts,
    developmentScripts,
  }

  const siteIn = (state: PageState) => siteOf(state, { media: mediaFor(state.onPicture), textWith })
  /** The context of a state's elements, and the metadata of its page. */
  const partsOf = (state: PageState) => {
    const site = siteIn(state)
    const around = (part: ReactNode) => (
      <FragmentCacheContext value={fragmentCache}>
        <Providers site={site} state={state}>
          {part}
        </Providers>
      </FragmentCacheContext>
    )
    return { around, ...metadataOf(state, site) }
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
    load: (context: LoadContext) => pages.get(context.match.page)!.load(context),
    readIsland,
    loadIsland,
    /** The HTML of an island, in the language of `state`. */
    island: (shown: ReactNode, state: PageState): Promise<string> =>
      renderHtml(<Providers site={siteIn(state)}>{shown}</Providers>),
    /** A document: the same bytes for people, bots and caches. Resolves when the shell is rendered; rejects when the shell fails. */
    async document(state: PageState): Promise<Rendered> {
      // Parts that are at hand, such as those of local content, settle in this turn: they are not pending.
      await setImmediate()
      const { around, ...parts } = partsOf(state)
      const { style } = brandLook(state.base.config)
      const app = <App state={state} {...parts} assets={{ ...assets, brandStyle: style }} />
      const { isComplete, pieces } = await inOrder(around, app)
      return { body: isComplete ? Buffer.from(await text(pieces)) : pieces, style }
    },
    /** Rejects for a page that fails. */
    async payload(state: PageState, match: RouteMatch): Promise<PagePayload> {
      const { around, own, head } = partsOf(state)
      const { locale, route } = match
      const main = await inOrder(around, <PageContent state={state} own={own} />)
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
    kit(): string {
      const props = {
        translations,
        settings,
        media: mediaFor(),
        textWith,
        styles,
        start: inlineScripts.start,
      }
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

/** Head and structured data of a page. */
function metadataOf(state: PageState, site: Site) {
  const { shown, base, settings } = state
  const { own, head } = headOf(state, site)
  if (shown.kind === 'error') return { own, head, structuredData: '' }
  const { t, language } = site
  const { siteUrl } = settings
  const page = { head: own, model: head, match: shown.match, base, siteUrl, t, language }
  return { own, head, structuredData: structuredData(page) }
}

async function importPages(): Promise<Map<PageKind, Page>> {
  const kinds = new Set(routeIds.map((id) => routeOf(id).page))
  return new Map(
    await Promise.all([...kinds].map(async (kind) => [kind, (await importPage(kind)).page] as const)),
  )
}
