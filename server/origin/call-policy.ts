// What the cache knows of the business calls: which are reads, how long their answers live, what they are tagged with.
import { type CallMatch, type CallName, callAt, callOf } from '../../shared/api/calls.ts'
import { sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'

/** Seconds. Used where the origin's answer has no caching fields of its own. */
export type Lifetime = { fresh: number; staleWhileRevalidate: number; staleIfError: number }

const hour = 3600
const day = 24 * hour

/** Content lives through a day without the origin at full speed, and through a week of it at all. */
const content: Lifetime = { fresh: sharedMaxAgeSeconds, staleWhileRevalidate: day, staleIfError: 7 * day }

/** Missing items: long enough that a scan of ids does not reach the origin, short enough for a new item. */
export const missingLifetime: Lifetime = { fresh: 10, staleWhileRevalidate: 0, staleIfError: 0 }
export const missingTag = 'missing'
/** `success: false`: the origin's refusal of this moment. */
export const unsuccessfulLifetime: Lifetime = { fresh: 3, staleWhileRevalidate: 0, staleIfError: 0 }

/** Of pages and payloads: no longer than what they are made from, see server/pages/dependencies.ts. */
export const pageLifetime: Lifetime = content

export const policies: Record<CallName, Lifetime | 'never stored'> = {
  about: content,
  aboutInfo: content,
  articleDetail: content,
  articleInfo: content,
  articleList: content,
  articleRecommends: content,
  download: content,
  manual: content,
  labels: content,
  banners: content,
  siteConfig: content,
  menu: content,
  form: 'never stored',
}

export type KnownCall = CallMatch

/** The call that a method and a path without query are, if any. */
export function knownCall(method: string, pathname: string): KnownCall | undefined {
  const found = callAt(segmentsOf(pathname))
  return found && callOf(found.name).method === method ? found : undefined
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** Changes nothing at the origin: safe by its method (RFC 9110 §9.2.1), or a POST that is known to read. */
export function isRead(method: string, pathname: string): boolean {
  if (safeMethods.includes(method)) return true
  const call = knownCall(method, pathname)
  return call !== undefined && policies[call.name] !== 'never stored'
}

/** What a purge can name: `articleDetail`, `category:news`, `id:3`, `sign:privacy`. */
export function tagsOf({ name, params }: KnownCall): string[] {
  const named = Object.entries(params).map(
    ([param, value]) => `${param === 'model' ? 'category' : param}:${value}`,
  )
  return [name, ...named]
}

/** For a shared cache; browsers ask every time, which a validator makes cheap. */
export function sharedCacheControl({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): string {
  const windows = [
    staleWhileRevalidate > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}` : '',
    staleIfError > 0 ? `, stale-if-error=${staleIfError}` : '',
  ].join('')
  return `public, max-age=0, s-maxage=${fresh}${windows}`
}
