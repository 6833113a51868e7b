import t from 'tap'
import type { CacheRequest } from '../../server/cache/cache-request.ts'
import type { Entry } from '../../server/cache/entry.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import type { PurgeListener } from '../../server/cache/store.ts'
import { createTiers } from '../../server/cache/tiers.ts'
import { createTestEntry, start } from './entries.ts'
import { createSharedStore } from './shared-store.ts'

const { key, tags } = createTestEntry()

function createWorld() {
  const reads: PromiseWithResolvers<readonly Entry[]>[] = []
  const listeners: PurgeListener[] = []
  const shared = createSharedStore({
    get: () => {
      const read = Promise.withResolvers<readonly Entry[]>()
      reads.push(read)
      return read.promise
    },
    onPurge: (listener) => void listeners.push(listener),
  })
  const memory = createMemoryStore({ maxBytes: 1_000_000 })
  const tiers = createTiers({ memory, shared, now: () => start, onPurge: () => {} })
  return { tiers, memory, reads, listeners }
}

function requestFor(language: string): CacheRequest {
  const fill = { method: 'GET', path: '/', headers: { 'accept-language': language } }
  return { key, tags, call: undefined, locale: 'zh', fill }
}

t.test('an older response of the shared tier does not replace a newer one in memory', async (t) => {
  const { tiers, memory, reads } = createWorld()
  const [old, other] = [createTestEntry({ language: 'zh' }), createTestEntry({ language: 'en' })]
  const newer = { ...old, responseTime: start + 1 }
  memory.set(newer)
  const found = Promise.all(['en', 'zh'].map((language) => tiers.fromShared(requestFor(language))))
  reads[0]!.resolve([old, other])
  t.strictSame(await found, [other, newer])
  t.strictSame(tiers.fromMemory(requestFor('zh')), newer)
})

t.test('visitors who look for the same key at once look once', async (t) => {
  const { tiers, reads } = createWorld()
  const found = Array.from({ length: 30 }, () => tiers.fromShared(requestFor('zh')))
  t.equal(reads.length, 1)
  const entry = createTestEntry()
  reads[0]!.resolve([entry])
  t.strictSame(await Promise.all(found), Array(30).fill(entry))
  void tiers.fromShared(requestFor('zh'))
  t.equal(reads.length, 2)
})

t.test('a read that began before a purge brings nothing back, not to later waiters either', async (t) => {
  const { tiers, memory, reads } = createWorld()
  const before = tiers.fromShared(requestFor('zh'))
  await tiers.purge({ kind: 'tag', tag: 'id:3' }, 'hard')
  const after = tiers.fromShared(requestFor('zh'))
  reads[0]!.resolve([createTestEntry()])
  t.strictSame(await Promise.all([before, after]), [undefined, undefined])
  t.equal(memory.usage().count, 0)
})

t.test('a purge of another server applies to memory, and to responses in flight', async (t) => {
  const { tiers, memory, reads, listeners } = createWorld()
  memory.set(createTestEntry({ language: 'en' }))
  const found = tiers.fromShared(requestFor('zh'))
  for (const listener of listeners) listener({ kind: 'all' }, 'soft')
  reads[0]!.resolve([createTestEntry({ language: 'zh' })])
  t.equal((await found)?.purgedAt, start)
  const times = memory.get(key).map(({ purgedAt }) => purgedAt)
  t.strictSame(times, [start, start])
})
