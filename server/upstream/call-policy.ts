// Cache policy of the business calls: which are reads, the default lifetimes of their responses, and their purge tags.
import { type CallMatch, type CallName, callAt, callOf, calls } from '../../shared/api/calls.ts'
import { sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { decodedSegmentsOf, segmentsOf } from '../../shared/path-pattern.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { Fields } from '../base/fields.ts'

/** Seconds. Used where the upstream's response has no caching fields. */
export type Lifetime = { fresh: number; staleWhileRevalidate: number; staleIfError: number }

const hour = 3600
const day = 24 * hour

/** Without the upstream, content is served stale at full speed for a day, and as stale-if-error for a week. */
const content: Lifetime = { fresh: sharedMaxAgeSeconds, staleWhileRevalidate: day, staleIfError: 7 * day }

/** Shorter: there are more queries than pages, and new content has to be found. */
const searches: Lifetime = { fresh: 600, staleWhileRevalidate: hour, staleIfError: day }

/** Missing items: long enough that a scan of ids does not reach the upstream, short enough for a new item. */
export const missingLifetime: Lifetime = { fresh: 10, staleWhileRevalidate: 0, staleIfError: 0 }
export const missingTag = 'missing'
/** `success: false`: a transient error. */
export const unsuccessfulLifetime: Lifetime = { fresh: 3, staleWhileRevalidate: 0, staleIfError: 0 }

/** Lifetime of pages and payloads: at most that of their dependencies, see server/pages/page-calls.ts. */
export const pageLifetime: Lifetime = content

/** The responses of a call without a line here are not stored, and the build says so. */
const policies: Partial<Record<CallName, Lifetime | 'never stored'>> = {
  about: content,
  aboutInfo: content,
  articleDetail: content,
  articleInfo: content,
  articleList: content,
  articleRecommends: content,
  download: content,
  manual: content,
  search: searches,
  labels: content,
  banners: content,
  siteConfig: content,
  menu: content,
  form: 'never stored',
}

/** Undefined for a call whose responses are not stored. */
export function policyOf(name: CallName): Lifetime | undefined {
  const policy = policies[name]
  return policy === 'never stored' ? undefined : policy
}

/** For the build, which names them. */
export function callsWithoutPolicy(): string[] {
  return Object.keys(calls).filter((name) => !(name in policies))
}

export type KnownCall = CallMatch

/** The business call of a method and a path without query. */
export function knownCall(method: string, pathname: string): KnownCall | undefined {
  const call = callAt(segmentsOf(pathname))
  return call && callOf(call.name).method === method ? call : undefined
}

/** Whether a call is of a category that is none of these sections. `path` may have a query. */
export function namesUnknownCategory(path: string, sections: SiteSections): boolean {
  const { category, model = category } =
    callAt(decodedSegmentsOf(splitUrl(path).pathname) ?? [])?.params ?? {}
  return model !== undefined && !sections.of(model)
}

/**
 * The call whose path this is, in any spelling: an upstream may decode it, and ignore its case. `/api/home/download` is that
 * of the default category.
 */
export function contractCall(pathname: string): CallName | undefined {
  const segments = decodedSegmentsOf(pathname)?.map((segment) => segment.toLowerCase()) ?? []
  return segments.join('/') === 'api/home/download' ? 'download' : callAt(segments)?.name
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** Safe by its method (RFC 9110 §9.2.1), or a POST that is known to only read. */
export function isRead(method: string, pathname: string): boolean {
  if (safeMethods.includes(method)) return true
  const call = knownCall(method, pathname)
  return call !== undefined && policyOf(call.name) !== undefined
}

/** Purge tags: `articleDetail`, `category:news`, `id:3`, `sign:privacy`. */
export function tagsOf({ name, params }: KnownCall): string[] {
  const named = Object.entries(params).map(
    ([param, value]) => `${param === 'model' ? 'category' : param}:${value}`,
  )
  return [name, ...named]
}

/** For a shared cache; browsers revalidate every time. */
export function sharedCacheControl({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): string {
  const windows = [
    staleWhileRevalidate > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}` : '',
    staleIfError > 0 ? `, stale-if-error=${staleIfError}` : '',
  ].join('')
  return `public, max-age=0, s-maxage=${fresh}${windows}`
}

export const cachingFields = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires', 'pragma']

/** Adds `lifetime` where the upstream sent no caching fields. */
export function withLifetime(fields: Fields, lifetime: Lifetime | undefined): Fields {
  if (!lifetime || cachingFields.some((name) => fields[name] !== undefined)) return fields
  return { ...fields, 'cache-control': sharedCacheControl(lifetime) }
}

export function withoutCachingFields(fields: Fields): Fields {
  return without(fields, cachingFields)
}

/** Also without those by which a response differs: this table alone decides. */
export function withoutVariation(fields: Fields): Fields {
  return without(fields, [...cachingFields, 'vary', 'age', 'date', 'set-cookie'])
}

function without(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/**
 * Of content that changes by itself: no cache uses a response beyond the next change, but where the upstream fails. `nextAt` and `at`
 * in milliseconds since 1970.
 */
export function lifetimeUntil(policy: Lifetime, nextAt: number | undefined, at: number): Lifetime {
  if (nextAt === undefined) return policy
  // While a change is due and not published yet, requests share one response.
  const remaining = Math.max(1, Math.floor((nextAt - at) / 1000))
  const fresh = Math.min(policy.fresh, remaining)
  return { ...policy, fresh, staleWhileRevalidate: Math.min(policy.staleWhileRevalidate, remaining - fresh) }
}
