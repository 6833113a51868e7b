// Business calls: method, path and reader of the 14 calls, one line each.
import * as content from '../content/content.ts'
import type { Reader } from '../content/reader.ts'
import { pathMatcher } from '../path-pattern.ts'
import type { ApiMethod } from './request.ts'

type Call = {
  method: ApiMethod
  path: string
  read: Reader<unknown>
  /** The language is a parameter of the payload. */
  lang?: true
  /** Looks up one item: `data: null` means that it does not exist. */
  lookup?: true
}

const get = { method: 'GET', lang: true } as const
const post = { method: 'POST', lang: true } as const
const lookup = { ...get, lookup: true } as const

export const calls = {
  about: { ...lookup, path: '/api/home/about/{id}', read: content.readAbout },
  aboutInfo: { ...lookup, path: '/api/home/about/info/{sign}', read: content.readAbout },
  articleDetail: { ...lookup, path: '/api/home/article/detail/{id}', read: content.readArticle },
  articleInfo: { ...lookup, path: '/api/home/article/info/{sign}', read: content.readArticle },
  articleList: { ...get, path: '/api/home/article/list/{category}', read: content.readArticleList },
  articleRecommends: { ...post, path: '/api/home/article/recommends/{model}', read: content.readRecommends },
  download: { ...lookup, path: '/api/home/download/{id}', read: content.readDownload },
  manual: { ...lookup, path: '/api/home/manual/{id}', read: content.readManual },
  /** Optional: `missing` where the upstream does not have it. */
  search: { ...lookup, path: '/api/home/search', read: content.readSearch },
  labels: { ...post, path: '/api/home/block/label', read: content.readLabels },
  banners: { ...post, path: '/api/home/block/banner', read: content.readBanners },
  siteConfig: { method: 'POST', path: '/api/home/config/base', read: content.readSiteConfig },
  menu: { method: 'POST', path: '/api/home/route/tree', read: content.readMenu },
  form: { method: 'POST', path: '/api/home/form/{name}', read: content.readFormReceipt },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

export function callOf(name: CallName): Call {
  return calls[name]
}

export type CallMatch = { name: CallName; params: Record<string, string> }

const matchers = (Object.keys(calls) as CallName[]).map((name) => ({
  name,
  fit: pathMatcher(calls[name].path),
}))

/** The call of a path, for any method; `segments` as returned by `segmentsOf`. */
export function callAt(segments: readonly string[]): CallMatch | undefined {
  for (const { name, fit } of matchers) {
    const params = fit(segments)
    if (params) return { name, params }
  }
  return undefined
}
