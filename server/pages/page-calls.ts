// The calls of a page: an Api over stored responses of an upstream, or over local content; and what the page then depends on.
import { type Api, apiOf, readResponse } from '../../shared/api/api.ts'
import { callOf } from '../../shared/api/calls.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentRequest, LocalSource, OwnCall, Send } from '../base/content-source.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { Entry } from '../cache/entry.ts'
import { reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import { lifetimeUntil } from '../calls/content-lifetimes.ts'
import { type Lifetime, missingTag, pageLifetime, policyOf } from '../upstream/call-policy.ts'
import { type CallReader, toApiError } from '../upstream/call-reader.ts'
import { ownTags } from '../upstream/content-tags.ts'

/** An Api by its language. */
export type Apis = (locale: Locale) => Api

/** What one response is to the page that uses it. `limits`: undefined where no other visitor may have it. */
type Use = { tags: string[]; isStale: boolean; limits: Partial<Durations> | undefined }

/** `remaining`: the part of `fresh` that has not elapsed. */
type Durations = Lifetime & { remaining: number }

type Options = {
  /** Called for each response that is used. */
  onUse?: (use: Use) => void
  /** No request waits for the page. */
  prefersFresh?: boolean
  /** Of the visitor who requested it, see ContentRequest. */
  passedOn?: Record<string, string>
}

export type ApisWith = (options?: Options) => Apis

/** `send`: through the cache. Every function of an Api rejects with ApiError. */
export function createApis(
  { source, time: { now } }: AppContext,
  { reader, send }: { reader: CallReader; send: (request: ContentRequest) => Promise<CacheResponse> },
): ApisWith {
  return ({ onUse = () => {}, ...sent } = {}) => {
    if (source.kind === 'local') return (locale) => localApi(locale, source, reader, { onUse, now })
    const sendAndRecord: Send = async (request) => {
      const response = await send({ ...request, ...sent })
      onUse(useOf(response.entry, now()))
      return response
    }
    return (locale) => reader.api(sendAndRecord, locale)
  }
}

function localApi(
  locale: Locale,
  { read, nextAt }: LocalSource,
  reader: CallReader,
  { onUse, now }: { onUse: (use: Use) => void; now: () => number },
): Api {
  return apiOf(async (name, given, payload = {}) => {
    const { lang, lookup, path } = callOf(name)
    const params = Object.fromEntries(Object.entries(given).map(([param, value]) => [param, String(value)]))
    const call: OwnCall = { name, params, payload: { ...(lang && { lang: locale }), ...payload }, locale }
    const data = await read(call).catch((error: unknown) => {
      throw isApiError(error) ? error : toApiError({ path }, error)
    })
    onUse(localUse(call, data, nextAt(), now()))
    if (data === undefined) throw apiError(lookup ? 'missing' : 'http', `${path}: no data`, { status: 404 })
    return readResponse(name, path, data, (_call, _path, content) => reader.read(name, locale, path, content))
  })
}

/** Lifetime of a page that uses a stale response, in this cache only. */
export const fromStaleMs = 10_000
/** Lifetime of a page that uses a 404. */
const missingPartMs = 300_000

function useOf(entry: Entry | undefined, now: number): Use {
  if (!entry) return { tags: [], isStale: false, limits: undefined }
  const tags = [...entry.tags, entry.dependencyTag].filter((tag) => tag !== missingTag)
  if (entry.tags.includes(missingTag)) return { tags, isStale: false, limits: { remaining: missingPartMs } }
  const reuse = reuseOf(entry, now)
  const { lifetime, staleWhileRevalidate, staleIfError } = entry.freshness
  const staleness = stalenessOf(entry, now)
  const staleMs = Math.max(0, staleness)
  const limits = {
    fresh: lifetime,
    remaining: reuse === 'fresh' ? -staleness : fromStaleMs,
    staleWhileRevalidate: staleWhileRevalidate - staleMs,
    staleIfError: staleIfError - staleMs,
  }
  return { tags, isStale: reuse !== 'fresh', limits: reuse === 'revalidate' ? undefined : limits }
}

/** Changes of local content are known: it does not become stale. */
function localUse(call: OwnCall, data: unknown, nextAt: number | undefined, now: number): Use {
  const policy = policyOf(call.name)
  const limits = policy ? inMilliseconds(lifetimeUntil(policy, nextAt, now)) : {}
  const tags = ownTags(call, data)
  return { tags, isStale: false, limits: data === undefined ? { remaining: missingPartMs } : limits }
}

const durations = ['fresh', 'remaining', 'staleWhileRevalidate', 'staleIfError'] as const

function inMilliseconds({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): Durations {
  return {
    fresh: fresh * 1000,
    remaining: fresh * 1000,
    staleWhileRevalidate: staleWhileRevalidate * 1000,
    staleIfError: staleIfError * 1000,
  }
}

/** What a page depends on: the tags of the responses that it uses, and the shortest of their durations. */
export class Dependencies {
  readonly tags = new Set<string>()
  /** Whether a response was stale when it was used. */
  isStale = false
  #isShareable = true
  readonly #shortest = inMilliseconds(pageLifetime)

  addTags({ tags }: Pick<Use, 'tags'>) {
    for (const tag of tags) this.tags.add(tag)
  }

  add(use: Use) {
    this.addTags(use)
    this.isStale ||= use.isStale
    this.#isShareable &&= use.limits !== undefined
    const shortest = this.#shortest
    for (const name of durations)
      shortest[name] = Math.min(shortest[name], use.limits?.[name] ?? shortest[name])
  }

  /** Seconds; `age` is the elapsed part of `fresh`. Undefined: the page is for one visitor. */
  lifetime(): (Lifetime & { age: number }) | undefined {
    if (!this.#isShareable) return undefined
    const { fresh, remaining, staleWhileRevalidate, staleIfError } = this.#shortest
    const seconds = Math.ceil(fresh / 1000)
    return {
      fresh: seconds,
      age: Math.max(0, seconds - Math.ceil(remaining / 1000)),
      staleWhileRevalidate: Math.max(0, Math.floor(staleWhileRevalidate / 1000)),
      staleIfError: Math.max(0, Math.floor(staleIfError / 1000)),
    }
  }
}
