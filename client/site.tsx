// What every component may ask for: language, texts, the site's data, the page's address.
import { createContext, type ReactNode, useContext } from 'react'
import type { FormState } from '../shared/form.ts'
import { createTranslate, type Translate } from '../shared/i18n/translate.ts'
import type { Locale } from '../shared/locale.ts'
import type { Base, DocumentState, Settings } from '../shared/payload.ts'
import { type PageQuery, readQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'

export type Site = {
  locale: Locale
  t: Translate
  base: Base
  settings: Settings
  /** Missing on an error page. */
  match: RouteMatch | undefined
  query: PageQuery
  /** False on a page that has only this language. */
  inOther: boolean
  /** False on a further page of a list that is shorter in the other language. */
  pageInOther: boolean
  /** A submission that was not taken. */
  form: FormState | undefined
}

const SiteContext = createContext<Site | undefined>(undefined)

export function siteOf({ shown, messages, base, settings, form }: DocumentState): Site {
  const match = shown.kind === 'page' ? shown.match : undefined
  const locale = shown.kind === 'page' ? shown.match.locale : shown.locale
  const data = shown.kind === 'page' ? (shown.data as Record<string, unknown> | null) : null
  return {
    locale,
    t: createTranslate(messages, locale),
    base,
    settings,
    match,
    query: readQuery(match),
    inOther: data?.['inOther'] !== false,
    pageInOther: data?.['pageInOther'] !== false,
    form,
  }
}

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite outside SiteProvider')
  return site
}
