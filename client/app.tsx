// The application for one state: providers around document, layout and page; the same on server and browser.
import { errorHead, type HeadModel, type PageHead, pageHead } from '../shared/head.ts'
import type { DocumentState } from '../shared/payload.ts'
import { routeOf } from '../shared/routes.ts'
import { Document, type DocumentAssets } from './document.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { DefaultLayout } from './layouts/default.tsx'
import type { AnyPage } from './page.ts'
import { DeferredContext, type DeferredSource, IslandContext, type IslandSource } from './part-sources.ts'
import { type Navigator, Router } from './router.ts'
import { requestOf, type Site, SiteProvider, siteOf } from './site.tsx'
import { ErrorView } from './ui/error-view.tsx'

export type AppProps = {
  state: DocumentState
  /** The code of the page in `state`; missing for an error. */
  page: AnyPage | undefined
  /** Of `state`, if already computed. */
  site?: Site
  head?: HeadModel
  assets: DocumentAssets
  stateJson: string
  /** Structured data (JSON-LD) for bots; empty in a browser. */
  structuredData?: string
  /** The URL of the address bar. */
  url: string
  navigator: Navigator
  deferred?: DeferredSource
  islandSource?: IslandSource
}

export function App({
  state,
  page,
  site = siteOf(state),
  head = headOf(state, page, site),
  assets,
  stateJson,
  structuredData = '',
  url,
  navigator,
  deferred = nothing,
  islandSource,
}: AppProps) {
  const { shown, base, preview } = state
  const request = requestOf(state)
  const failed = <ErrorView statusCode={500} message="Server Error" />
  const content =
    shown.kind === 'page' && page ? (
      <ErrorBoundary key={shown.match.path} fallback={failed}>
        <page.View data={shown.data as never} base={base} request={request} route={shown.match.route} />
      </ErrorBoundary>
    ) : shown.kind === 'error' ? (
      <ErrorView statusCode={shown.statusCode} message={shown.message} search={shown.search} />
    ) : (
      failed
    )
  return (
    <SiteProvider site={site}>
      <DeferredContext value={deferred}>
        <IslandContext value={islandSource}>
          <Router location={url} navigator={navigator}>
            <Document {...{ head, assets, stateJson, structuredData, config: base.config }}>
              <DefaultLayout
                base={base}
                request={request}
                preview={preview && { ...preview, status: head.status }}
              >
                {content}
              </DefaultLayout>
            </Document>
          </Router>
        </IslandContext>
      </DeferredContext>
    </SiteProvider>
  )
}

/** Throws if the page's `head` fails for its data. */
export function headOf(state: DocumentState, page: AnyPage | undefined, { t }: Site): HeadModel {
  const { shown, base, settings, preview } = state
  if (shown.kind === 'error' || !page)
    return errorHead(shown.kind === 'error' ? shown : { statusCode: 500, message: '' })
  const { category } = routeOf(shown.match.route)
  const section = category && t(`category.${category}`)
  const site = { siteUrl: settings.siteUrl, config: base.config, section }
  const own = ownHead(state, page, t)
  return pageHead(preview ? { ...own, noindex: true } : own, shown.match, site)
}

/** Title and metadata from the page's own `head`. */
export function ownHead(state: DocumentState, page: AnyPage, t: Site['t']): PageHead {
  const { shown } = state
  if (shown.kind === 'error') return {}
  const { match, data } = shown
  const { query } = requestOf(state)
  return page.head({ data: data as never, t, locale: match.locale, query, route: match.route })
}

const nothing: DeferredSource = () => undefined
