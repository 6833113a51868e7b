// Dependencies of a page: the tags of the stored responses it uses, their combined lifetime, and whether it may be shared.
import type { OriginRequest, OwnCall } from '../base/origin.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { Entry } from '../cache/entry.ts'
import { reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import { type Lifetime, missingTag, policyOf } from '../upstream/call-policy.ts'
import { ownTags } from '../upstream/content-tags.ts'
import { lifetimeUntil } from '../upstream/origin-lifetime.ts'

type CachedSend = (request: OriginRequest) => Promise<CacheResponse>
export type Dependencies = ReturnType<typeof createDependencies>

/** Lifetime of a page that uses a stale response, in this cache only. */
export const fromStaleMs = 10_000
/** Lifetime of a page that uses a 404. */
const withoutPartMs = 300_000

type DependenciesOptions = {
  send: CachedSend
  /** Upper limit of the lifetime; a response with a shorter one reduces it. */
  longest: Lifetime
  now: () => number
  /** When content of our own changes by itself next, in milliseconds since 1970. */
  nextAt?: (() => number | undefined) | undefined
  prefersFresh: boolean
}

export function createDependencies(options: DependenciesOptions) {
  const { send, longest, now, nextAt = () => undefined, prefersFresh } = options
  const tags = new Set<string>()
  const { shorten, lifetime } = createCombinedLifetime(longest)
  let [isShareable, isStale] = [true, false]

  const recordTags = (entry: Entry) => {
    for (const tag of [...entry.tags, entry.dependencyTag]) tags.add(tag)
    tags.delete(missingTag)
  }

  const record = (entry: Entry) => {
    recordTags(entry)
    if (entry.tags.includes(missingTag)) return shorten({ remaining: withoutPartMs })
    const reuse = reuseOf(entry, now())
    if (reuse === 'revalidate') isShareable = false
    if (reuse !== 'fresh') isStale = true
    shorten(remainingOf(entry, now()))
  }

  const recordOwnTags = (call: OwnCall, data: unknown) => {
    for (const tag of ownTags(call, data)) tags.add(tag)
  }

  /** Records a call of our own content, whose changes are known: it does not become stale. */
  const recordOwn = (call: OwnCall, data: unknown) => {
    recordOwnTags(call, data)
    const policy = policyOf(call.name)
    if (data === undefined) return shorten({ remaining: withoutPartMs })
    if (!policy) return
    const own = millisecondsOf(lifetimeUntil(policy, nextAt(), now()))
    shorten({ ...own, remaining: own.fresh })
  }

  return {
    tags,
    lifetime,
    isShareable: () => isShareable,
    /** Whether a response was stale when it was used. */
    isStale: () => isStale,
    recordOwn,
    /** Tags only, as `sendUntracked`. */
    recordOwnTags,
    async send(request: OriginRequest) {
      const response = await send(prefersFresh ? { ...request, prefersFresh } : request)
      if (response.entry) record(response.entry)
      else isShareable = false
      return response
    },
    /** Tags only: the response does not affect the lifetime or whether the page may be shared. */
    async sendUntracked(request: OriginRequest) {
      const response = await send(request)
      if (response.entry) recordTags(response.entry)
      return response
    },
  }
}

/** What a stored response leaves to a page that uses it, in milliseconds. */
function remainingOf(entry: Entry, now: number): Durations {
  const { lifetime, staleWhileRevalidate, staleIfError } = entry.freshness
  const staleness = stalenessOf(entry, now)
  const staleMs = Math.max(0, staleness)
  return {
    fresh: lifetime,
    remaining: reuseOf(entry, now) === 'fresh' ? -staleness : fromStaleMs,
    staleWhileRevalidate: staleWhileRevalidate - staleMs,
    staleIfError: staleIfError - staleMs,
  }
}

/** In milliseconds; `remaining`: the part of `fresh` that has not elapsed. */
type Durations = Lifetime & { remaining: number }

/** The shortest of each duration, beginning with `longest`. */
function createCombinedLifetime(longest: Lifetime) {
  const shortest: Durations = { ...millisecondsOf(longest), remaining: longest.fresh * 1000 }
  return {
    shorten(limits: Partial<Durations>) {
      for (const name of durations) shortest[name] = Math.min(shortest[name], limits[name] ?? shortest[name])
    },
    /** Seconds; `age` is the elapsed part of `fresh`. */
    lifetime(): Lifetime & { age: number } {
      const fresh = Math.ceil(shortest.fresh / 1000)
      return {
        fresh,
        age: Math.max(0, fresh - Math.ceil(shortest.remaining / 1000)),
        staleWhileRevalidate: seconds(shortest.staleWhileRevalidate),
        staleIfError: seconds(shortest.staleIfError),
      }
    },
  }
}

const durations = ['fresh', 'remaining', 'staleWhileRevalidate', 'staleIfError'] as const

function millisecondsOf({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): Lifetime {
  return {
    fresh: fresh * 1000,
    staleWhileRevalidate: staleWhileRevalidate * 1000,
    staleIfError: staleIfError * 1000,
  }
}

function seconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000))
}
