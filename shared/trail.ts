// Breadcrumb by route: the section of a page, from the route table, then the page itself.
import type { Crumb } from './head.ts'
import { href, listHref } from './href.ts'
import type { MessageKey, Translate } from './i18n/translate.ts'
import type { AddressLanguage } from './languages.ts'
import { type PageKind, type RouteId, routeOf } from './routes.ts'

/** Sections without a category: name, and the route of their first page. */
const sections: Partial<
  Record<PageKind, { title: MessageKey; first: 'about' | 'download' | 'manual-list' }>
> = {
  about: { title: 'about.siblings', first: 'about' },
  download: { title: 'manual.section', first: 'download' },
  manual: { title: 'manual.title', first: 'manual-list' },
}

/** `crumbs`: below the section; the last one is the page. A route without a section, such as `detail`, has only these. */
export function trailOf(
  route: RouteId,
  t: Translate,
  language: AddressLanguage,
  ...crumbs: Crumb[]
): Crumb[] {
  const { category, page } = routeOf(route)
  if (category)
    return [{ title: t(`category.${category}`), to: listHref(category, language, {}, route) }, ...crumbs]
  const section = sections[page]
  return section ? [{ title: t(section.title), to: href(section.first, {}, language) }, ...crumbs] : crumbs
}
