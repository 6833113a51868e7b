// The route table: every page the site has. One line a page.
import { defaultDownloadId, firstAboutId } from './constants.ts'
import type { Category } from './content/content.ts'

/** How a parameter must look; a path that fits the pattern but not the rule is a route validation failure. */
export const paramRules = {
  id: /^(?:0|[1-9]\d{0,14})$/,
  sign: /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/,
  never: /^(?!)/,
} as const

export type PageKind =
  | 'home'
  | 'contact'
  | 'list'
  | 'article'
  | 'sub-article'
  | 'about'
  | 'download'
  | 'manual'
  | 'detail'

type Route = {
  pattern: string
  page: PageKind
  category?: Category
  params?: Record<string, keyof typeof paramRules>
  /** What an optional parameter is where it is missing. */
  defaults?: Record<string, string>
  /** Names of what runs before a navigation in the browser enters it. */
  middleware?: readonly string[]
}

/** In order of priority: static segments first, then patterns with a fixed start, then the catch-all. */
export const routes = {
  home: { pattern: '/', page: 'home' },
  contact: { pattern: '/contact', page: 'contact' },
  'news-list': { pattern: '/news', page: 'list', category: 'news' },
  'news-detail': { pattern: '/news/{id}', page: 'article', category: 'news', params: { id: 'id' } },
  'news-sub-detail': {
    pattern: '/news/{id}/{subId}',
    page: 'sub-article',
    category: 'news',
    params: { id: 'id', subId: 'id' },
  },
  'product-list': { pattern: '/product', page: 'list', category: 'product' },
  'product-detail': { pattern: '/product/{id}', page: 'article', category: 'product', params: { id: 'id' } },
  'product-sub-detail': {
    pattern: '/product/{id}/{subId}',
    page: 'sub-article',
    category: 'product',
    params: { id: 'id', subId: 'id' },
  },
  'service-list': { pattern: '/service', page: 'list', category: 'service' },
  'service-detail': { pattern: '/service/{id}', page: 'article', category: 'service', params: { id: 'id' } },
  'solution-list': { pattern: '/solution', page: 'list', category: 'solution' },
  'solution-detail': {
    pattern: '/solution/{id}',
    page: 'article',
    category: 'solution',
    params: { id: 'id' },
  },
  about: {
    pattern: '/about/{id?}',
    page: 'about',
    params: { id: 'sign' },
    defaults: { id: String(firstAboutId) },
  },
  manual: { pattern: '/manual/{id}', page: 'manual', params: { id: 'id' } },
  detail: { pattern: '/detail_{sign}', page: 'detail', params: { sign: 'sign' } },
  download: {
    pattern: '/download{id?}',
    page: 'download',
    params: { id: 'id' },
    defaults: { id: String(defaultDownloadId) },
  },
  // `/en` and `/zh` are read as the language prefix of the home page, so no other value is ever valid here.
  lang: { pattern: '/{lang}', page: 'home', params: { lang: 'never' } },
} as const satisfies Record<string, Route>

export type RouteId = keyof typeof routes
export type ListRouteId = { [K in RouteId]: (typeof routes)[K]['page'] extends 'list' ? K : never }[RouteId]

export type ParamsOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Optional}?`
      ? { [K in Optional]?: string | number }
      : { [K in Name]: string | number }) &
      ParamsOf<Rest>
  : unknown
/** The parameters a route's address needs; a missing one does not compile. */
export type RouteParams<Id extends RouteId> = ParamsOf<(typeof routes)[Id]['pattern']>

export function routeOf(id: RouteId): Route {
  return routes[id]
}
