import t from 'tap'
import type { Entry } from '../../server/cache/entry.ts'
import { acquireLease } from '../../server/cache/fetch-and-store.ts'
import type { FillOutcome, WaitOutcome } from '../../server/cache/store.ts'
import { createTestEntry } from './entries.ts'
import { createSharedStore } from './shared-store.ts'

const entry = createTestEntry()

type Script = { claims: boolean[]; words?: WaitOutcome[]; found?: (readonly Entry[])[]; waitMs?: number }

/** A scripted shared store that records its calls. */
async function play({ claims, words = [], found = [], waitMs = 0 }: Script) {
  const released: FillOutcome[] = []
  let now = 0
  const shared = createSharedStore({
    get: async () => found.shift() ?? [],
    claimRefresh: async () => claims.shift() ?? false,
    release: async (_key, outcome) => void released.push(outcome),
    awaitFill: async () => {
      now += waitMs
      return words.shift() ?? 'abandoned'
    },
  })
  const isEnough = (entries: readonly Entry[]) => entries.length > 0
  const lease = await acquireLease({ shared, key: entry.key, ms: 10_000, isEnough, monotonic: () => now })
  return { kind: lease.kind, released, left: claims.length }
}

t.test('the server with the lease fetches from the origin', async (t) => {
  t.match(await play({ claims: [true] }), { kind: 'ours', released: [] })
})

t.test('a server with the lease of a key that was filled meanwhile releases it', async (t) => {
  t.match(await play({ claims: [true], found: [[entry]] }), { kind: 'filled', released: ['filled'] })
})

t.test('a waiting server uses the fill of another one', async (t) => {
  const script = { claims: [false], words: ['filled' as const], found: [[entry]] }
  t.match(await play(script), { kind: 'filled', released: [] })
})

t.test('a fill that is of no use here is followed by a claim', async (t) => {
  t.match(await play({ claims: [false, true], words: ['filled'] }), { kind: 'ours', left: 0 })
})

t.test('after an unshared response a waiting server fetches without a lease', async (t) => {
  t.match(await play({ claims: [false, true], words: ['unshared'] }), { kind: 'ours', left: 1 })
})

t.test('a key that its holder left behind is claimed again', async (t) => {
  t.match(await play({ claims: [false, true], words: ['abandoned'] }), { kind: 'ours', left: 0 })
})

t.test('a failure of another server that came at once is tried again here', async (t) => {
  t.match(await play({ claims: [false], words: ['failed'], waitMs: 10 }), { kind: 'ours' })
})

t.test('a slow failure of another server counts as a failure, so that no request waits twice', async (t) => {
  t.match(await play({ claims: [false], words: ['failed'], waitMs: 10_000 }), { kind: 'failed' })
})

t.test('there is an end to claiming and waiting', async (t) => {
  t.match(await play({ claims: [] }), { kind: 'ours' })
})
