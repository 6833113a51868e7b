// Business constants of the product, with their units.

export const locales = ['zh', 'en'] as const
/** The sections of a site that lists none; see shared/sections.ts. */
export const defaultSectionList = [
  { slug: 'news', kind: 'news', title: { zh: '新闻', en: 'News' } },
  { slug: 'product', kind: 'product', title: { zh: '产品', en: 'Products' } },
  { slug: 'service', kind: 'article', title: { zh: '服务', en: 'Services' }, home: false, schema: 'Service' },
  { slug: 'solution', kind: 'article', title: { zh: '解决方案', en: 'Solutions' }, cover: 'wide' },
] as const
/** Their order in search results. */
export const defaultListOrder: readonly string[] = ['product', 'solution', 'service', 'news']
/** Their names in the labels of the home page, where these are not their slugs. */
export const homeLabels: Readonly<Record<string, string>> = { product: 'products', solution: 'solutions' }
/** Kinds of items beside the articles of the sections. */
export const pageKinds = ['about', 'download', 'manual'] as const
export const languageTags = { zh: 'zh-CN', en: 'en-US' } as const

export const languageCookie = {
  name: 'i18n_redirected',
  // One year as a literal: esbuild does not tree-shake an unused multiplication.
  maxAgeSeconds: 31_536_000,
  path: '/',
} as const

export const requestTimeoutMs = 10_000
export const sharedMaxAgeSeconds = 7200
export const retryAfterLimitMs = 2000
export const retryStatuses: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504]
/** Statuses of a lookup whose item does not exist (RFC 9110 §15.5.5, §15.5.11). */
export const missingStatuses: readonly number[] = [404, 410]
/** Error codes of the upstream that resolve the call with the error body instead of rejecting it. */
export const resolvingErrorCodes: readonly number[] = [40001, 40002, 40003]

/** The mark of the time at which a navigation showed its page (Performance API); a document has none. */
export const pageShownMark = 'page shown'
export const reloadGuardMs = 10_000
export const buildCheckIntervalMs = 3_600_000
/** Default of `DOWNLOAD_ID`. */
export const defaultDownloadId = 36
/** The id of the form element: links lead to it, and not to the top of its page. */
export const contactFormId = 'contact-form'
export const contactSign = 'contact'
export const privacySign = 'privacy'
/** `/about` looks this one up first. */
export const firstAboutId = 1
/** The id 0, which no item has, looks up the first item by the order of the upstream: about/0, download/0. */
export const firstByOrder = 0

/** `product`: a multiple of the columns of the list. */
export const pageSize = { default: 10, product: 12, max: 50 } as const
export const pageLimit = 10_000
export const keywordsLimit = 100
/** Filters of a list at a time. */
export const mostFilters = 8
/** Products in a comparison. */
export const compared = { least: 2, most: 4 } as const

export const canonicalQueryKeys = [
  'page',
  'sort',
  'filter',
  'search',
  'q',
  'category',
  'tag',
  'keywords',
] as const

/** The time zone of a site that names none. */
export const defaultTimeZone = 'Asia/Shanghai'
/** The offset of the default time zone, eight hours: it has had no summer time since 1991. */
export const siteOffsetMs = 28_800_000
/** Default offset of a date without one. */
export const siteOffset = '+08:00'

export const prefetchLimit = 4
export const prefetchRefusedOn: readonly string[] = ['slow-2g', '2g']
export const manifestDelayMs = 1000

export const loadingBar = { throttleMs: 200, durationMs: 2000, hideMs: 500, resetMs: 400 } as const
/** Limit of the leave and of the enter transition, each. */
export const transitionLimitMs = 500

export const toast = { durationMs: 3000, baseZIndex: 2000, mostRepeats: 99 } as const
export const backToTop = { fromPx: 200, throttleMs: 300 } as const
/** Hidden elements are translated down by `travelPx`. */
export const reveal = { offsetPx: 120, travelPx: 16 } as const
