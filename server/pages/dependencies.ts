// Dependencies of a page: the tags of the stored responses it uses, their combined lifetime, and whether it may be shared.
import type { OriginRequest, OwnCall } from '../base/origin.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { DependencyTag, Entry } from '../cache/entry.ts'
import { reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import { type Lifetime, missingTag, policyOf } from '../origin/call-policy.ts'
import { ownTags } from '../origin/content-tags.ts'
import { lifetimeUntil } from '../origin/origin-lifetime.ts'

type CachedSend = (request: OriginRequest) => Promise<CacheResponse>
export type Dependencies = ReturnType<typeof createDependencies>

/** Lifetime of a page that uses a stale response. */
const fromStaleMs = 10_000
/** Lifetime of a page that uses a 404. */
const withoutPartMs = 300_000

type DependenciesOptions = {
  send: CachedSend
  dependencyTag: DependencyTag
  /** Upper limit of the lifetime; a response with a shorter one reduces it. */
  longest: Lifetime
  now: () => number
  /** When content of our own changes by itself next, in milliseconds since 1970. */
  nextAt?: (() => number | undefined) | undefined
  prefersFresh: boolean
}

export function createDependencies({
  send,
  dependencyTag,
  longest,
  now,
  nextAt = () => undefined,
  prefersFresh,
}: DependenciesOptions) {
  const tags = new Set<string>()
  let lifetimeMs = longest.fresh * 1000
  let remainingMs = lifetimeMs
  let staleWhileRevalidateMs = longest.staleWhileRevalidate * 1000
  let staleIfErrorMs = longest.staleIfError * 1000
  let isShareable = true

  const recordTags = (entry: Entry) => {
    for (const tag of [...entry.tags, dependencyTag(entry)]) tags.add(tag)
    tags.delete(missingTag)
  }

  const record = (entry: Entry) => {
    recordTags(entry)
    if (entry.tags.includes(missingTag)) {
      remainingMs = Math.min(remainingMs, withoutPartMs)
      return
    }
    const { freshness } = entry
    const staleness = stalenessOf(entry, now())
    const use = reuseOf(entry, now())
    if (use === 'revalidate') isShareable = false
    lifetimeMs = Math.min(lifetimeMs, freshness.lifetime)
    remainingMs = Math.min(remainingMs, use === 'fresh' ? -staleness : fromStaleMs)
    const staleMs = Math.max(0, staleness)
    staleWhileRevalidateMs = Math.min(staleWhileRevalidateMs, freshness.staleWhileRevalidate - staleMs)
    staleIfErrorMs = Math.min(staleIfErrorMs, freshness.staleIfError - staleMs)
  }

  const recordOwnTags = (call: OwnCall, data: unknown) => {
    for (const tag of ownTags(call, data)) tags.add(tag)
  }

  /** Records a call of our own content, whose changes are known: it does not become stale. */
  const recordOwn = (call: OwnCall, data: unknown) => {
    recordOwnTags(call, data)
    const policy = policyOf(call.name)
    if (data === undefined) remainingMs = Math.min(remainingMs, withoutPartMs)
    else if (policy) {
      const own = lifetimeUntil(policy, nextAt(), now())
      lifetimeMs = Math.min(lifetimeMs, own.fresh * 1000)
      remainingMs = Math.min(remainingMs, own.fresh * 1000)
      staleWhileRevalidateMs = Math.min(staleWhileRevalidateMs, own.staleWhileRevalidate * 1000)
      staleIfErrorMs = Math.min(staleIfErrorMs, own.staleIfError * 1000)
    }
  }

  return {
    tags,
    isShareable: () => isShareable,
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
    /** Seconds; `age` is the elapsed part of `fresh`. */
    lifetime(): Lifetime & { age: number } {
      const fresh = Math.ceil(lifetimeMs / 1000)
      return {
        fresh,
        age: Math.max(0, fresh - Math.ceil(remainingMs / 1000)),
        staleWhileRevalidate: seconds(staleWhileRevalidateMs),
        staleIfError: seconds(staleIfErrorMs),
      }
    },
  }
}

function seconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000))
}
