// The layout named default: header, routed page, footer.
import type { ReactNode } from 'react'
import { useSite } from '../site.tsx'
import { Footer } from '../ui/footer.tsx'
import { Header } from '../ui/header.tsx'

export function DefaultLayout({ children }: { children: ReactNode }) {
  const { t, query } = useSite()
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip.content')}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        {query.missing && (
          <p className="notice one-language" role="status">
            {t('nav.onlyOther')}
          </p>
        )}
        {children}
      </main>
      <Footer />
    </>
  )
}
