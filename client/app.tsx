// The application for one state: providers around document, layout and page; or around a part of it, for a payload or an island.
import type { ReactNode } from 'react'
import type { Status } from '../shared/content/content.ts'
import { errorHead, type HeadModel, type PageHead, pageHead } from '../shared/head.ts'
import type { DocumentState } from '../shared/payload.ts'
import { pathOf } from '../shared/resolve.ts'
import { Document, type DocumentAssets } from './document.tsx'
import { IslandContext, type RenderIsland } from './island.tsx'
import { DefaultLayout, OneLanguage } from './layouts/default.tsx'
import type { AnyPage } from './page.ts'
import { noAddress, StaticRouter } from './router.ts'
import { requestOf, type Site, SiteProvider } from './site.tsx'
import { DraftsBar } from './ui/drafts-bar.tsx'
import { ErrorView } from './ui/error-view.tsx'

type PageProps = {
  state: DocumentState
  /** The code of the page in `state`; missing for an error. */
  page: AnyPage | undefined
}

type AppProps = PageProps & {
  head: HeadModel
  assets: DocumentAssets
  structuredData: string
}

export function App({ state, page, head, assets, structuredData }: AppProps) {
  const { base } = state
  return (
    <Document {...{ head, assets, structuredData, config: base.config }}>
      <DefaultLayout base={base} request={requestOf(state)}>
        <PageContent state={state} page={page} status={head.status} />
      </DefaultLayout>
    </Document>
  )
}

/** The content of <main>. */
export function PageContent({ state, page, status }: PageProps & { status: Status | undefined }) {
  const { shown, base, settings } = state
  const request = requestOf(state)
  return (
    <>
      {settings.showDrafts && <DraftsBar status={status} />}
      {shown.kind === 'error' || !page ? (
        <ErrorView {...errorOf(state)} />
      ) : (
        <>
          <OneLanguage request={request} />
          <page.View data={shown.data as never} base={base} request={request} match={shown.match} />
        </>
      )}
    </>
  )
}

type ProviderProps = { site: Site; state?: DocumentState; renderIsland: RenderIsland; children: ReactNode }

export function Providers({ site, state, renderIsland, children }: ProviderProps) {
  const match = state?.shown.kind === 'page' ? state.shown.match : undefined
  return (
    <SiteProvider site={site}>
      <IslandContext value={renderIsland}>
        <StaticRouter location={match ? pathOf(match, site.language) + match.search : noAddress}>
          {children}
        </StaticRouter>
      </IslandContext>
    </SiteProvider>
  )
}

/** Throws if the page's `head` fails for its data. */
export function headOf(state: DocumentState, page: AnyPage | undefined, words: Site): HeadModel {
  const { shown, base, settings } = state
  if (shown.kind === 'error' || !page) return errorHead(errorOf(state))
  const site = { siteUrl: settings.siteUrl, config: base.config }
  const own = withResult(ownHead(state, page, words), state, words)
  return pageHead(own, shown.match, site)
}

/** A page with a rejected submission says so first. */
function withResult(head: PageHead, { form }: DocumentState, { t }: Site): PageHead {
  return form ? { ...head, title: t('form.inError') + (head.title ?? '') } : head
}

/** Title and metadata from the page's own `head`. */
export function ownHead(state: DocumentState, page: AnyPage, { t, language }: Site): PageHead {
  const { shown } = state
  if (shown.kind === 'error') return {}
  const { match, data } = shown
  const { query } = requestOf(state)
  return page.head({ data: data as never, t, locale: match.locale, language, query, match })
}

function errorOf({ shown }: DocumentState) {
  return shown.kind === 'error' ? shown : { statusCode: 500, message: 'Server Error' }
}
