// Addresses are built here from route, parameters, locale and query, and nowhere glued.
import { defaultLocale } from './constants.ts'
import type { Category } from './content/content.ts'
import type { Locale } from './locale.ts'
import { type RouteId, type RouteParams, routeOf, routes } from './routes.ts'

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
  const path = pattern.replace(/\{(\w+)\??\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
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

/** The detail page of an article in its category. */
export function articleHref(
  article: { id: number; category: Category },
  locale: Locale,
  parentId?: number | undefined,
): string {
  if (parentId !== undefined && (article.category === 'news' || article.category === 'product')) {
    return href(`${article.category}-sub-detail`, { id: parentId, subId: article.id }, locale)
  }
  return href(`${article.category}-detail`, { id: article.id }, locale)
}

/** The unprefixed path of an article by its id; undefined for a sub-item in a category without pages of sub-items. */
export function articlePathById(article: {
  id: number
  category: Category
  parent_id?: number | undefined
}): string | undefined {
  const parent = article.parent_id || undefined
  const hasPage = parent === undefined || article.category === 'news' || article.category === 'product'
  return hasPage ? articleHref(article, defaultLocale, parent) : undefined
}
