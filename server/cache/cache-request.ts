// Cache request: the key of what is fetched or made, and the one request to the upstream that follows from this key.
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { jsonIn } from '../../shared/api/error-message.ts'
import { sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { acceptedLanguage, defaultLanguages, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import type { ContentRequest } from '../base/content-source.ts'
import type { Fields } from '../base/fields.ts'
import { type KnownCall, knownCall, type Lifetime, policyOf, tagsOf } from '../upstream/call-policy.ts'

/** A response of the upstream. */
export type FetchRequest = {
  kind: 'api'
  key: string
  tags: string[]
  call: KnownCall | undefined
  locale: Locale
  /** Derived from the key alone but for `passedOn`, so that no visitor influences what another one receives. */
  sent: ContentRequest
}

/** A page or a feed that this server renders from responses of the upstream. */
export type RenderRequest = {
  kind: 'page'
  key: string
  tags: string[]
  /** Rejects where there is no response. `isRefresh`: no request waits for it. */
  render: (isRefresh: boolean) => Promise<RenderResult>
}
export type CacheRequest = FetchRequest | RenderRequest

export type RenderResult = {
  status: number
  fields: Fields
  body: Buffer
  tags: string[]
  /** Seconds; `age` is the elapsed part of `fresh`. Undefined: for one visitor alone. */
  lifetime: (Lifetime & { age: number }) | undefined
  /** False where a part is missing: it is sent to the waiting requests and not stored. */
  isComplete: boolean
  /** Made from a stale response: it is sent without a lifetime. */
  isStale: boolean
}

const maxKeyLength = 4096
const noBody = Buffer.alloc(0)
const maxBodyBytes = 65_536

/** Undefined for requests that bypass the cache: writes, forms, bodies that are not JSON. `languages`: of the site. */
export function fetchRequest(
  { method, path: target, headers, body, passedOn }: ContentRequest,
  languages: SiteLanguages = defaultLanguages,
): FetchRequest | undefined {
  const { pathname, search } = splitUrl(target)
  const isGet = method === 'GET' || method === 'HEAD'
  const call = knownCall(isGet ? 'GET' : method, pathname)
  if (call ? policyOf(call.name) === undefined : !isGet) return undefined
  const json = isGet ? noBody : jsonBody(body)
  if (json === undefined) return undefined
  const path = pathname + sortedQuery(search)
  const locale = acceptedLanguage(headers['accept-language'], languages)
  const key = `${isGet ? 'GET' : 'POST'} ${path} ${locale}${isGet ? '' : ` ${hash('sha256', json, 'base64url')}`}`
  if (key.length > maxKeyLength) return undefined
  const tags = [`path:${pathname}`, ...(call ? tagsOf(call) : [])]
  const sentFields = sentHeaders(headers['x-request-id'], locale)
  const sent = isGet ? { method: 'GET', path } : { method: 'POST', path, body: json }
  return { kind: 'api', key, tags, call, locale, sent: { ...sent, headers: sentFields, passedOn } }
}

function sentHeaders(requestId: string | undefined, locale: string): Record<string, string> {
  return {
    accept: 'application/json, */*;q=0.1',
    'accept-language': locale,
    'content-type': 'application/json',
    'cache-control': `s-maxage=${sharedMaxAgeSeconds}`,
    'finger-print': '',
    ...(requestId && { 'x-request-id': requestId }),
  }
}

/** Sorted by decoded name; parameters of the same name keep their order, which may be significant. */
function sortedQuery(search: string): string {
  const pairs = search.slice(1).split('&').filter(Boolean)
  const names = new Map(pairs.map((pair) => [pair, new URLSearchParams(pair).keys().next().value ?? '']))
  const sorted = pairs.sort((a, b) =>
    names.get(a)! < names.get(b)! ? -1 : Number(names.get(a)! > names.get(b)!),
  )
  return sorted.length > 0 ? `?${sorted.join('&')}` : ''
}

/** The bytes as they came. Undefined for a stream, a large body and one that is not JSON. */
function jsonBody(body: ContentRequest['body'] = noBody): Buffer | undefined {
  if (!Buffer.isBuffer(body) || body.length > maxBodyBytes) return undefined
  return body.length === 0 || (isUtf8(body) && jsonIn(body.toString()) !== undefined) ? body : undefined
}
