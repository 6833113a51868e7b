// The application for one state: providers around document, layout and page; or around a part of it, for a payload or an island.
import type { ReactNode } from 'react'
import { errorHead, type HeadModel, type PageHead, pageHead } from '../shared/head.ts'
import { pathOf } from '../shared/resolve.ts'
import { Document, type DocumentProps } from './document.tsx'
import { DefaultLayout, OneLanguage } from './layouts/default.tsx'
import type { PageState } from './page.ts'
import { noAddress, StaticRouter } from './router.ts'
import { requestOf, type Site, SiteProvider } from './site.tsx'
import { DraftsBar } from './ui/drafts-bar.tsx'
import { ErrorView } from './ui/error-view.tsx'

/** `own`: the head that the page names. */
type ContentProps = { state: PageState; own: PageHead }

export function App({ state, own, ...document }: ContentProps & Omit<DocumentProps, 'config' | 'children'>) {
  const { base } = state
  return (
    <Document {...document} config={base.config}>
      <DefaultLayout base={base} request={requestOf(state)}>
        <PageContent state={state} own={own} />
      </DefaultLayout>
    </Document>
  )
}

/** The content of <main>. */
export function PageContent({ state, own }: ContentProps) {
  const { shown, base, settings } = state
  const { status, trail = [] } = own
  const request = requestOf(state)
  return (
    <>
      {settings.showDrafts && <DraftsBar status={status} />}
      {shown.kind === 'error' ? (
        <ErrorView {...shown} />
      ) : (
        <>
          <OneLanguage request={request} />
          {shown.page.view({ base, request, trail, match: shown.match })}
        </>
      )}
    </>
  )
}

export function Providers({ site, state, children }: { site: Site; state?: PageState; children: ReactNode }) {
  const match = state?.shown.kind === 'page' ? state.shown.match : undefined
  return (
    <SiteProvider site={site}>
      <StaticRouter location={match ? pathOf(match, site.language) + match.search : noAddress}>
        {children}
      </StaticRouter>
    </SiteProvider>
  )
}

/** Title and metadata: from the page's own `head`, and all of them. Throws if that fails for its data. */
export function headOf(state: PageState, { t, locale, language }: Site): { own: PageHead; head: HeadModel } {
  const { shown, base, settings, form } = state
  if (shown.kind === 'error') return { own: {}, head: errorHead(shown) }
  const { match, page } = shown
  const own = page.head({ t, locale, language, query: requestOf(state).query, match })
  // A page with a rejected submission says so first.
  const named = form ? { ...own, title: t('form.inError') + (own.title ?? '') } : own
  return { own, head: pageHead(named, match, { siteUrl: settings.siteUrl, config: base.config }) }
}
