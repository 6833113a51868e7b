// Route table: every page of the site, one line each.
import type { Category } from './content/content.ts'

const number = /^(?:0|[1-9]\d{0,14})$/

/** The values of a parameter by its name; a path that matches the pattern but not the rule is a route validation failure. */
export const paramRules: Readonly<Record<string, RegExp>> = {
  id: number,
  subId: number,
  sign: /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/,
  // `/en` and `/zh` are read as the language prefix of the home page, so no other value is ever valid here.
  lang: /^(?!)/,
}

type Route = {
  pattern: string
  /** The kind of page: the name of its file in client/pages. */
  page: string
  category?: Category
  /** Rules of parameters that differ from the rule of their name. */
  params?: Record<string, string>
}

/** In order of priority: static segments first, then patterns with a fixed start, then the catch-all. */
export const routes = {
  home: { pattern: '/', page: 'home' },
  contact: { pattern: '/contact', page: 'contact' },
  sitemap: { pattern: '/sitemap', page: 'sitemap' },
  'news-list': { pattern: '/news', page: 'list', category: 'news' },
  'news-detail': { pattern: '/news/{id}', page: 'article', category: 'news' },
  'news-sub-detail': { pattern: '/news/{id}/{subId}', page: 'article', category: 'news' },
  'product-list': { pattern: '/product', page: 'list', category: 'product' },
  'product-compare': { pattern: '/product/compare', page: 'compare' },
  'product-detail': { pattern: '/product/{id}', page: 'article', category: 'product' },
  'product-sub-detail': { pattern: '/product/{id}/{subId}', page: 'article', category: 'product' },
  'service-list': { pattern: '/service', page: 'list', category: 'service' },
  'service-detail': { pattern: '/service/{id}', page: 'article', category: 'service' },
  'solution-list': { pattern: '/solution', page: 'list', category: 'solution' },
  'solution-detail': { pattern: '/solution/{id}', page: 'article', category: 'solution' },
  about: { pattern: '/about/{id?}', page: 'about', params: { id: 'sign' } },
  'manual-list': { pattern: '/manual', page: 'manuals' },
  manual: { pattern: '/manual/{id}', page: 'manual' },
  detail: { pattern: '/detail_{sign}', page: 'article' },
  download: { pattern: '/download{id?}', page: 'download' },
  lang: { pattern: '/{lang}', page: 'home' },
} as const satisfies Record<string, Route>

export type RouteId = keyof typeof routes
export type PageKind = (typeof routes)[RouteId]['page']
export const routeIds = Object.keys(routes) as RouteId[]

export type ParamsOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Optional}?`
      ? { [K in Optional]?: string | number }
      : { [K in Name]: string | number }) &
      ParamsOf<Rest>
  : unknown
/** The parameters of a path; a missing one is a compile error. */
export type RouteParams<Id extends RouteId> = ParamsOf<(typeof routes)[Id]['pattern']>

export function routeOf(id: RouteId): Route & { page: PageKind } {
  return routes[id]
}

/** The pages of a section by what follows its address: `/news`, `/news/{id}`, `/news/{id}/{subId}`. */
const sectionPages = { list: '', article: '/{id}', part: '/{id}/{subId}' } as const

/**
 * The route of a page in a section that shows a category: the section of the route `from` if it shows the category, else
 * the first such section in the table. Undefined if there is none.
 */
export function sectionRoute(
  page: keyof typeof sectionPages,
  category: string,
  from?: RouteId,
): RouteId | undefined {
  const own = routeIds.filter((id) => routeOf(id).category === category)
  const pageBeside = (route: RouteId | undefined) => {
    const address = route && routes[route].pattern.split('/{')[0]
    return own.find((id) => routes[id].pattern === address + sectionPages[page])
  }
  return pageBeside(own.find((id) => id === from)) ?? pageBeside(own[0])
}
