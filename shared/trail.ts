// Breadcrumb by route: the section of a page, from its address, then the page itself.
import type { Crumb } from './head.ts'
import { href } from './href.ts'
import type { MessageKey, Translate } from './i18n/translate.ts'
import { type AddressLanguage, languageOf } from './languages.ts'
import type { PageKind } from './routes.ts'
import type { Section } from './sections.ts'

/** Pages of other kinds: name, the route of their first page, and the kind of page above it. */
const others: Partial<
  Record<PageKind, { title: MessageKey; first: 'about' | 'download' | 'manual-list'; above?: PageKind }>
> = {
  about: { title: 'about.siblings', first: 'about' },
  download: { title: 'manual.section', first: 'download' },
  manual: { title: 'manual.title', first: 'manual-list', above: 'download' },
}

/** `crumbs`: below the section; the last one is the page. A route without a section, such as `detail`, has only these. */
export function trailOf(place: Place, t: Translate, language: AddressLanguage, ...crumbs: Crumb[]): Crumb[] {
  const { section, page } = place
  if (section) return [sectionCrumb(section, language), ...crumbs]
  const other = others[page]
  if (!other) return crumbs
  const crumb = { title: t(other.title), to: href(other.first, {}, language) }
  return other.above ? trailOf({ page: other.above }, t, language, crumb, ...crumbs) : [crumb, ...crumbs]
}

type Place = { page: PageKind; section?: Section | undefined }

export function sectionCrumb({ slug, title }: Section, language: AddressLanguage): Crumb {
  const { locale } = languageOf(language)
  return { title: title[locale], to: href('section-list', { section: slug }, language) }
}
