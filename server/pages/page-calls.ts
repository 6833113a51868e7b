// The calls of a page: an Api over stored responses of an upstream, or over local content; and what the page then depends on.
import { type Api, apiOf, readResponse } from '../../shared/api/api.ts'
import { callOf } from '../../shared/api/calls.ts'
import { apiError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentRequest, LocalCall, LocalSource, Send } from '../base/content-source.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { Entry } from '../cache/entry.ts'
import { reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import { type Lifetime, lifetimeUntil, missingTag, pageLifetime, policyOf } from '../upstream/call-policy.ts'
import type { CallReader } from '../upstream/call-reader.ts'
import { localTags } from '../upstream/content-tags.ts'

/** An Api by its language. */
export type Apis = (locale: Locale) => Api

/** One response and the page that uses it. `limits`: undefined where no other visitor may have it. */
type Use = { tags: string[]; isStale: boolean; limits: Partial<Durations> | undefined }

/** In seconds. `remaining`: the part of `fresh` that has not elapsed; default: all of it. */
type Durations = Lifetime & { remaining: number }

/** `onUse`: called for each response that is used. */
type Options = Pick<ContentRequest, 'passedOn' | 'prefersFresh'> & { onUse?: (use: Use) => void }

export type ApisWith = (options?: Options) => Apis

/** `send`: through the cache. Every function of an Api rejects with ApiError. */
export function createApis(
  { source, time: { now } }: AppContext,
  reader: CallReader,
  send: (request: ContentRequest) => Promise<CacheResponse>,
): ApisWith {
  const localApi = (locale: Locale, { read, nextAt }: LocalSource, onUse: (use: Use) => void) =>
    apiOf(async (name, given, payload) => {
      const { lang, lookup, path } = callOf(name)
      const params = Object.fromEntries(Object.entries(given).map(([param, value]) => [param, String(value)]))
      const call: LocalCall = { name, params, payload: { ...(lang && { lang: locale }), ...payload }, locale }
      const data = await read(call)
      onUse(localUse(call, data, nextAt(), now()))
      if (data === undefined) throw apiError(lookup ? 'missing' : 'http', `${path}: no data`, { status: 404 })
      return readResponse(name, data, () => reader.read(name, locale, path, data))
    })

  return ({ onUse = () => {}, ...sent } = {}) => {
    if (source.kind === 'local') return (locale) => localApi(locale, source, onUse)
    const sendAndRecord: Send = async (request) => {
      const response = await send({ ...request, ...sent })
      onUse(useOf(response.entry, now()))
      return response
    }
    return (locale) => reader.api(sendAndRecord, locale)
  }
}

/** Lifetime of a page that uses a stale response, in this cache only. */
export const fromStaleSeconds = 10
/** Lifetime of a page that uses a 404. */
const missingPartSeconds = 300

function useOf(entry: Entry | undefined, now: number): Use {
  if (!entry) return { tags: [], isStale: false, limits: undefined }
  const tags = [...entry.tags, entry.dependencyTag].filter((tag) => tag !== missingTag)
  if (entry.tags.includes(missingTag))
    return { tags, isStale: false, limits: { remaining: missingPartSeconds } }
  const reuse = reuseOf(entry, now)
  const { lifetime, staleWhileRevalidate, staleIfError } = entry.freshness
  const staleness = stalenessOf(entry, now)
  const staleMs = Math.max(0, staleness)
  const limits = {
    fresh: lifetime / 1000,
    remaining: reuse === 'fresh' ? -staleness / 1000 : fromStaleSeconds,
    staleWhileRevalidate: (staleWhileRevalidate - staleMs) / 1000,
    staleIfError: (staleIfError - staleMs) / 1000,
  }
  return { tags, isStale: reuse !== 'fresh', limits: reuse === 'revalidate' ? undefined : limits }
}

/** Changes of local content are known: it does not become stale. */
function localUse(call: LocalCall, data: unknown, nextAt: number | undefined, now: number): Use {
  const policy = policyOf(call.name)
  const limits = policy ? lifetimeUntil(policy, nextAt, now) : {}
  const tags = localTags(call, data)
  return { tags, isStale: false, limits: data === undefined ? { remaining: missingPartSeconds } : limits }
}

const durations = ['fresh', 'remaining', 'staleWhileRevalidate', 'staleIfError'] as const

/** What a page depends on: the tags of the responses that it uses, and the shortest of their durations. */
export class Dependencies {
  readonly tags = new Set<string>()
  /** False where a part is missing. */
  isComplete = true
  /** Whether a response was stale when it was used. */
  isStale = false
  #isShareable = true
  readonly #shortest: Durations = { ...pageLifetime, remaining: Number.POSITIVE_INFINITY }

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

  /** Seconds; `age` is the elapsed part of `fresh`. Undefined: the page is not stored. */
  lifetime(): (Lifetime & { age: number }) | undefined {
    if (!this.#isShareable || !this.isComplete) return undefined
    const { remaining, staleWhileRevalidate, staleIfError } = this.#shortest
    const fresh = Math.ceil(this.#shortest.fresh)
    return {
      fresh,
      age: Math.max(0, fresh - Math.ceil(remaining)),
      staleWhileRevalidate: Math.max(0, Math.floor(staleWhileRevalidate)),
      staleIfError: Math.max(0, Math.floor(staleIfError)),
    }
  }
}
