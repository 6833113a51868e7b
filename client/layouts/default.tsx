// Default layout: header, page, footer.
import type { ComponentProps, PropsWithChildren } from 'react'
import { localizePath } from '../../shared/href.ts'
import { otherOf } from '../../shared/languages.ts'
import { languageTag } from '../../shared/locale.ts'
import { type PageRequest, useSite } from '../site.tsx'
import { Footer } from '../ui/footer.tsx'
import { Header } from '../ui/header.tsx'

export function DefaultLayout({ base, request, children }: PropsWithChildren<ComponentProps<typeof Header>>) {
  return (
    <>
      <SkipLink />
      <Header base={base} request={request} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer base={base} />
    </>
  )
}

export function SkipLink() {
  const { t } = useSite()
  return (
    <a className="skip-link" href="#content">
      {t('skip.content')}
    </a>
  )
}

/** A notice above a list: the visitor chose the other language on a page that has one only, which is a link. */
export function OneLanguage({ request: { query } }: { request: PageRequest }) {
  const { t, language } = useSite()
  const { missing } = query
  const other = otherOf(language)
  if (!missing || !other) return null
  return (
    <p className="notice one-language" role="status" data-page-part="notice">
      {t('nav.onlyOther')}{' '}
      {missing !== '1' && (
        <a href={localizePath(missing, { ...language, locale: other })} hrefLang={languageTag(other)}>
          {t('nav.backToOther')}
        </a>
      )}
    </p>
  )
}
