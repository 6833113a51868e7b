// Whether the origin is well as a whole: asked where it says that an item is gone which was there before.
import { type CallName, callOf } from '../../shared/api/calls.ts'
import type { Send } from '../base/origin.ts'
import { readBody } from '../origin/read-body.ts'
import { cacheRequest } from './cache-request.ts'
import { judge } from './judge.ts'

type Options = { send: Send; now: () => number; responseLimit: number; timeoutMs: number }

/** How long one outcome is believed. */
const believedMs = 2000
const probes = ['siteConfig', 'menu'] as const satisfies CallName[]

/** False where configuration and menu fail, too: a content system that is being deployed has nothing at all. */
export function createOriginCheck({ send, now, responseLimit, timeoutMs }: Options): () => Promise<boolean> {
  let known: { until: number; outcome: Promise<boolean> } | undefined

  const isWell = async (name: CallName): Promise<boolean> => {
    const { method, path } = callOf(name)
    const asked = cacheRequest({ method, path, headers: {} })
    if (!asked?.call) return false
    try {
      const { status, headers, body } = await send(asked.fill)
      const verdict = judge(asked.call, status, headers, await readBody(body, responseLimit, timeoutMs))
      return 'data' in verdict && verdict.data !== undefined && verdict.data !== null
    } catch {
      return false
    }
  }

  return () => {
    if (known && known.until > now()) return known.outcome
    const asking = {
      until: Number.POSITIVE_INFINITY,
      outcome: Promise.all(probes.map(isWell)).then((outcomes) => {
        asking.until = now() + believedMs
        return outcomes.includes(true)
      }),
    }
    known = asking
    return asking.outcome
  }
}
