// Site context: language, texts and settings, which do not depend on the request.
import { createContext, type ReactNode, useContext } from 'react'
import type { SafeHtml } from '../shared/content/reader.ts'
import type { FormState } from '../shared/form.ts'
import type { OffsetAt } from '../shared/format.ts'
import { buildPath } from '../shared/href.ts'
import type { Messages, Words } from '../shared/i18n/translate.ts'
import type { Media } from '../shared/image.ts'
import type { DocumentState, Settings } from '../shared/payload.ts'
import { type PageQuery, readQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { SiteSections } from '../shared/sections.ts'

/**
 * `messages`: the untranslated texts, for what the browser's program shows; `offsetAt`: for dates; `revision` names it, the
 * languages and the sections in keys.
 */
export type Site = Words & {
  messages: Messages
  settings: Settings
  sections: SiteSections
  offsetAt: OffsetAt
  revision: string
  media: Media
  /** The picture of the menu entry of a section: for its items without one. */
  drawingOf: (section: string) => string | undefined
  /** The rich text with what is known of its files. */
  textWith: (html: SafeHtml, media: Media) => string
}

/** The page in the other language, by the data of the page: see `PageRequest`. */
export type InOtherLanguage = {
  inOther?: boolean | null | undefined
  searchInOther?: string | undefined
}

/**
 * Values of one request. They are passed in props, not in a context, so that a cached fragment cannot read them
 * (client/cached-fragment.tsx).
 */
export type PageRequest = {
  /** Missing on an error page. */
  match: RouteMatch | undefined
  query: PageQuery
  /** False for a page that exists in this language only. */
  inOther: boolean
  /** The query of the page in the other language, where it is another one. */
  searchInOther: string | undefined
  /** A submission that was rejected. */
  form: FormState | undefined
}

const SiteContext = createContext<Site | undefined>(undefined)

export function siteOf(state: DocumentState<unknown>, files: Pick<Site, 'media' | 'textWith'>): Site {
  const { shown, base, translation, settings, languages, sections, offsetAt, revision } = state
  const locale = shown.kind === 'page' ? shown.match.locale : shown.locale
  const language = { locale, languages }
  const drawingOf = (section: string) =>
    base.menu.find(({ path }) => path === buildPath('section-list', { section }))?.image
  return { locale, language, ...translation, settings, sections, offsetAt, revision, drawingOf, ...files }
}

export function requestOf({ shown, form }: DocumentState<InOtherLanguage>): PageRequest {
  const { match, page } = shown.kind === 'page' ? shown : {}
  return {
    match,
    query: readQuery(match),
    inOther: page?.inOther !== false,
    searchInOther: page?.searchInOther,
    form,
  }
}

export function SiteProvider({ site, children }: { site: Site; children?: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite outside SiteProvider')
  return site
}
