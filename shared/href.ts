// Addresses are built here from route, parameters, locale and query, and nowhere glued.
import { defaultLocale } from './constants.ts'
import type { Category } from './content/content.ts'
import type { Locale } from './locale.ts'
import { fillPattern } from './path-pattern.ts'
import { type RouteId, type RouteParams, routeIds, routeOf, routes, sectionRoute } from './routes.ts'

export type Query = Record<string, string | number | undefined>

export function href<Id extends RouteId>(
  id: Id,
  params: RouteParams<Id>,
  locale: Locale,
  query: Query = {},
): string {
  return localizePath(buildPath(id, params as Record<string, string | number>), locale) + queryString(query)
}

/** The unprefixed path of a route. */
export function buildPath(id: RouteId, params: Record<string, string | number | undefined>): string {
  const { pattern } = routes[id]
  if (!pattern.includes('{')) return pattern
  const path = fillPattern(pattern, (name) => encodeURIComponent(params[name] ?? ''))
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** As `href`, without the parameters that mean the same as their absence: the canonical address of `/about/1` is `/about`. */
export function canonicalHref<Id extends RouteId>(id: Id, params: RouteParams<Id>, locale: Locale): string {
  return localizePath(canonicalPathOf(id, params as Record<string, string | number>), locale)
}

/** The unprefixed path of `canonicalHref`. */
export function canonicalPathOf(id: RouteId, params: Record<string, string | number | undefined>): string {
  const { defaults = {} } = routeOf(id)
  const own = Object.entries(params).filter(([name, value]) => defaults[name] !== String(value))
  return buildPath(id, Object.fromEntries(own))
}

/**
 * The address of another item of the kind that `route` shows: of the same route where its pattern names an item, else of
 * the first such route. As `canonicalHref`.
 */
export function itemHref(route: RouteId, params: { id?: number }, locale: Locale): string {
  const namesItem = (id: RouteId) => routeOf(id).pattern.includes('{')
  const { page } = routeOf(route)
  const same = namesItem(route) ? route : routeIds.find((id) => routeOf(id).page === page && namesItem(id))
  return localizePath(canonicalPathOf(same ?? route, params), locale)
}

/** Puts the language prefix before an unprefixed path; the default locale has none. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === defaultLocale) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** The search of the whole site: the home page with keywords. */
export function searchHref(keywords: string, locale: Locale): string {
  return searchAction(locale) + queryString({ keywords })
}

/** Chinese keeps its prefix here: at `/` the language of a visitor's browser would count, not that of the page. */
export function searchAction(locale: Locale): string {
  return `/${locale}`
}

/** `?a=1&b=2` without the undefined and empty ones, or ''. */
export function queryString(query: Query): string {
  let search = ''
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    search += `${search ? '&' : '?'}${encoded(key)}=${encoded(String(value))}`
  }
  return search
}

/** As URLSearchParams writes it, which takes ten times as long for what is not to be changed. */
function encoded(text: string): string {
  return /^[\w.*-]*$/.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1)
}

/** The list of a category. `from`: the route of the page with the link, see `sectionRoute`. */
export function listHref(category: Category, locale: Locale, query: Query = {}, from?: RouteId): string {
  return (
    localizePath(buildPath(sectionRoute('list', category, from) ?? 'home', {}), locale) + queryString(query)
  )
}

/** The page of an article, or of a part of the article `parentId`; a category may have no pages of parts. */
export function articleHref(
  { id, category }: { id: number; category: Category },
  locale: Locale,
  parentId?: number | undefined,
  from?: RouteId,
): string {
  const part = parentId === undefined ? undefined : sectionRoute('part', category, from)
  const path = part
    ? buildPath(part, { id: parentId, subId: id })
    : buildPath(sectionRoute('article', category, from) ?? 'home', { id })
  return localizePath(path, locale)
}

/** The canonical unprefixed path of an article; undefined for a part in a category without pages of parts. */
export function articlePathById(article: {
  id: number
  category: Category
  parent_id?: number | undefined
}): string | undefined {
  const parent = article.parent_id || undefined
  const hasPage = parent === undefined || sectionRoute('part', article.category)
  return hasPage ? articleHref(article, defaultLocale, parent) : undefined
}

export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
