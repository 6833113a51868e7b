// Route table: every page of the site, one line each.
import type { SectionKind } from './sections.ts'

const number = /^(?:0|[1-9]\d{0,14})$/

/** The values of a parameter by its name; a path that matches the pattern but not the rule is a route validation failure. */
export const paramRules: Readonly<Record<string, RegExp>> = {
  id: number,
  subId: number,
  sign: /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/,
  // `/en` and `/zh` are read as the language prefix of the home page, so no other value is ever valid here.
  lang: /^(?!)/,
  // Another name than that of a section is no such page (resolve.ts).
  section: /^/,
}

type Route = {
  pattern: string
  /** The kind of page: the name of its file in client/pages. */
  page: string
  /** The route is only in sections of these kinds. */
  kinds?: readonly SectionKind[]
  /** Rules of parameters that differ from the rule of their name. */
  params?: Record<string, string>
}

/**
 * The routes in order of priority: static segments first, then patterns with a fixed start, then the catch-all. The pages of a section have
 * names of their own: `section-list` is `news-list` in the section news.
 */
export const routes = {
  home: { pattern: '/', page: 'home' },
  contact: { pattern: '/contact', page: 'contact' },
  sitemap: { pattern: '/sitemap', page: 'sitemap' },
  'section-list': { pattern: '/{section}', page: 'list' },
  'section-compare': { pattern: '/{section}/compare', page: 'compare', kinds: ['product'] },
  'section-detail': { pattern: '/{section}/{id}', page: 'article' },
  'section-sub-detail': {
    pattern: '/{section}/{id}/{subId}',
    page: 'article',
    kinds: ['news', 'product'],
  },
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

/** The name of a page in a section: `news-list`. */
export function routeName(id: RouteId, section: string | undefined): string {
  return section === undefined ? id : id.replace('section', section)
}
