// Business calls: method, path and reader of the 14 calls, one line each.
import * as content from '../content/content.ts'
import type { Reader } from '../content/reader.ts'
import { readMenu, readSiteConfig } from '../content/site.ts'
import { pathMatcher } from '../path-pattern.ts'
import type { ApiMethod } from './transport.ts'

type Call = {
  method: ApiMethod
  path: string
  read: Reader<unknown>
  /** The language is a parameter of the payload. */
  lang?: true
  /** Looks up one item: `data: null` means that it does not exist. */
  lookup?: true
}

export const calls = {
  about: { method: 'GET', path: '/api/home/about/{id}', read: content.readAbout, lang: true, lookup: true },
  aboutInfo: {
    method: 'GET',
    path: '/api/home/about/info/{sign}',
    read: content.readAbout,
    lang: true,
    lookup: true,
  },
  articleDetail: {
    method: 'GET',
    path: '/api/home/article/detail/{id}',
    read: content.readArticle,
    lang: true,
    lookup: true,
  },
  articleInfo: {
    method: 'GET',
    path: '/api/home/article/info/{sign}',
    read: content.readArticle,
    lang: true,
    lookup: true,
  },
  articleList: {
    method: 'GET',
    path: '/api/home/article/list/{category}',
    read: content.readArticleList,
    lang: true,
  },
  articleRecommends: {
    method: 'POST',
    path: '/api/home/article/recommends/{model}',
    read: content.readArticleSummaries,
    lang: true,
  },
  download: {
    method: 'GET',
    path: '/api/home/download/{id}',
    read: content.readDownload,
    lang: true,
    lookup: true,
  },
  manual: {
    method: 'GET',
    path: '/api/home/manual/{id}',
    read: content.readManual,
    lang: true,
    lookup: true,
  },
  /** Optional: `missing` where the origin does not have it. */
  search: { method: 'GET', path: '/api/home/search', read: content.readSearch, lang: true, lookup: true },
  labels: { method: 'POST', path: '/api/home/block/label', read: content.readLabels, lang: true },
  banners: { method: 'POST', path: '/api/home/block/banner', read: content.readBanners, lang: true },
  siteConfig: { method: 'POST', path: '/api/home/config/base', read: readSiteConfig },
  menu: { method: 'POST', path: '/api/home/route/tree', read: readMenu },
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
