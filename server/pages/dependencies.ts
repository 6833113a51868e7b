// What something is made from: the stored answers, how long they last together, and whether one may not be shared.
import type { OriginRequest } from '../base/origin.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { DependencyTag, Entry } from '../cache/entry.ts'
import { reuseOf, stalenessOf } from '../cache/semantics/reuse.ts'
import { type Lifetime, missingTag } from '../origin/call-policy.ts'

type CachedSend = (request: OriginRequest) => Promise<CacheResponse>
export type Uses = ReturnType<typeof createUses>

/** What is made from stale answers is made again soon. */
const fromStaleMs = 10_000
/** What is made without something that is not there is made again in a while. */
const withoutPartMs = 300_000

/** `longest`: what is made lives no longer, and shorter where an answer in it does. */
type Options = {
  send: CachedSend
  dependencyTag: DependencyTag
  /** What is made lives no longer, and shorter where a response in it does. */
  longest: Lifetime
  now: () => number
  prefersFresh: boolean
}

export function createUses({ send, dependencyTag, longest, now, prefersFresh }: Options) {
  const tags = new Set<string>()
  let lifetimeMs = longest.fresh * 1000
  let remainingMs = lifetimeMs
  let staleWhileRevalidateMs = longest.staleWhileRevalidate * 1000
  let staleIfErrorMs = longest.staleIfError * 1000
  let isShareable = true

  const noteTags = (entry: Entry) => {
    for (const tag of [...entry.tags, dependencyTag(entry)]) tags.add(tag)
    tags.delete(missingTag)
  }

  const note = (entry: Entry) => {
    noteTags(entry)
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
    const past = Math.max(0, staleness)
    staleWhileRevalidateMs = Math.min(staleWhileRevalidateMs, freshness.staleWhileRevalidate - past)
    staleIfErrorMs = Math.min(staleIfErrorMs, freshness.staleIfError - past)
  }

  return {
    tags,
    isShareable: () => isShareable,
    async send(request: OriginRequest) {
      // The very same request is known to the cache already.
      const response = await send(prefersFresh ? { ...request, prefersFresh } : request)
      if (response.entry) note(response.entry)
      else isShareable = false
      return response
    },
    /** For what only shapes a detail, and does not shorten the life of the whole. */
    async sendAside(request: OriginRequest) {
      const response = await send(request)
      if (response.entry) noteTags(response.entry)
      return response
    },
    /** Seconds; `age` is the part of `fresh` that is over. */
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
