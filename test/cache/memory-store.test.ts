// The memory tier: what stays, what goes, and what it counts.
import t from 'tap'
import { createEntry, entrySize } from '../../server/cache/entry.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import { storedEntry } from './helpers/entries.ts'

const oneEntry = entrySize(storedEntry({ key: 'GET /00 zh' }))
const all = { kind: 'all' } as const

function keysIn(store: ReturnType<typeof createMemoryStore>): string[] {
  return [...store.entries()].map(({ key }) => key).sort()
}

t.test('segmented LRU: an entry requested again survives a flood of entries that were not', async (t) => {
  const store = createMemoryStore({ maxBytes: 10 * oneEntry })
  store.set(storedEntry({ key: 'GET /aa zh' }))
  store.get('GET /aa zh')
  for (let count = 10; count < 99; count++) store.set(storedEntry({ key: `GET /${count} zh` }))
  t.strictSame(keysIn(store), ['GET /97 zh', 'GET /98 zh', 'GET /aa zh'])
})

t.test('of the established entries the least recently used is evicted first', async (t) => {
  const store = createMemoryStore({ maxBytes: 10 * oneEntry })
  for (let count = 10; count < 18; count++) {
    store.set(storedEntry({ key: `GET /${count} zh` }))
    store.get(`GET /${count} zh`)
  }
  store.get('GET /10 zh')
  store.set(storedEntry({ key: 'GET /99 zh' }))
  store.get('GET /99 zh')
  t.notOk(keysIn(store).includes('GET /11 zh'))
  t.ok(keysIn(store).includes('GET /10 zh'))
})

t.test('a refreshed entry stays in the established segment', async (t) => {
  const store = createMemoryStore({ maxBytes: 10 * oneEntry })
  store.set(storedEntry({ key: 'GET /aa zh' }))
  store.get('GET /aa zh')
  store.set(storedEntry({ key: 'GET /aa zh' }))
  for (let count = 10; count < 99; count++) store.set(storedEntry({ key: `GET /${count} zh` }))
  t.ok(keysIn(store).includes('GET /aa zh'))
})

t.test('an entry larger than the store is not stored, and evicts nothing', async (t) => {
  const store = createMemoryStore({ maxBytes: 10 * oneEntry })
  store.set(storedEntry({ key: 'GET /aa zh' }))
  store.get('GET /aa zh')
  store.set(storedEntry({ key: 'GET /bb zh', bytes: 100 * oneEntry }))
  t.strictSame(keysIn(store), ['GET /aa zh'])
})

t.test('an entry that grows beyond the tier is gone, tags and all', async (t) => {
  const store = createMemoryStore({ maxBytes: 10 * oneEntry })
  store.set(storedEntry({ key: 'GET /aa zh', tags: ['news'] }))
  store.set(storedEntry({ key: 'GET /aa zh', tags: ['news'], bytes: 100 * oneEntry }))
  t.strictSame(keysIn(store), [])
  t.equal(store.purge({ kind: 'tag', tag: 'news' }, 'hard', 0), 0)
  t.strictSame(store.usage(), { bytes: 0, count: 0 })
})

t.test('more variants of one key than there is room for push the oldest out', async (t) => {
  const store = createMemoryStore({ maxBytes: 1_000_000, maxVariants: 3 })
  for (const variant of ['1', '2', '3', '4']) store.set(storedEntry({ key: 'GET /a zh', variant }))
  const selected = store.get('GET /a zh').map(({ selecting }) => selecting.key)
  t.strictSame(selected, ['x-variant:4', 'x-variant:3', 'x-variant:2'])
})

t.test('body, fields, key and tags count, in what they cost in memory', async (t) => {
  const size = entrySize(storedEntry({ key: 'GET /a zh' }))
  t.equal(entrySize(storedEntry({ key: 'GET /a zh', bytes: 1100 })), size + 1000)
  t.ok(entrySize(storedEntry({ key: `GET /${'a'.repeat(100)} zh` })) >= size + 198)
  t.ok(entrySize(storedEntry({ key: 'GET /a zh', tags: ['a'.repeat(100)] })) >= size + 200)
})

t.test('a small body does not retain the buffer that it is a slice of', async (t) => {
  const input = { key: 'a', tags: [], requestFields: {}, status: 200, requestTime: 0, responseTime: 0 }
  const fields = { 'cache-control': 'max-age=60' }
  for (const body of [Buffer.from('small'), Buffer.alloc(100_000).subarray(5, 10), Buffer.alloc(5)]) {
    const entry = createEntry({ ...input, fields, body })!
    t.equal(entry.body.buffer.byteLength, body.length)
    t.ok(entry.body.equals(body))
  }
})

t.test('what is purged softly twice is stale since the first time', async (t) => {
  const store = createMemoryStore({ maxBytes: 1_000_000 })
  store.set(storedEntry({ key: 'GET /a zh' }))
  store.purge(all, 'soft', 5)
  store.purge(all, 'soft', 9)
  t.equal(store.get('GET /a zh')[0]!.purgedAt, 5)
})

t.test('what is parsed from a business call counts as well', async (t) => {
  const sizeOf = (key: string) =>
    entrySize(storedEntry({ key, bytes: 5000 })) - entrySize(storedEntry({ key, bytes: 1000 }))
  t.equal(sizeOf('PAGE /news/1 zh'), 4000)
  t.equal(sizeOf('GET /media/a.svg zh'), 4000)
  t.equal(sizeOf('GET /api/home/article/detail/1 zh'), 16_000)
  t.equal(sizeOf('POST /api/home/route/tree zh digest'), 16_000)
})
