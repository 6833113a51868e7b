// Cache pollution: a flood of unique URLs.
import t from 'tap'
import type { OriginResponse } from '../../server/base/origin.ts'
import { createCache } from '../../server/cache/engine.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import { createExpiringMap } from '../../server/cache/unstored.ts'
import { storedEntry } from './helpers/entries.ts'

const mebibyte = 1024 * 1024
const pages = Array.from({ length: 500 }, (_, index) => `/api/home/article/detail/${index}`)

t.test('200 000 unique queries push no page of a warm site out, and stay within the bound', async (t) => {
  const store = createMemoryStore({ maxBytes: 16 * mebibyte })
  for (const page of pages) {
    store.set(storedEntry({ key: `GET ${page} zh`, bytes: 2500, tags: ['articleDetail'] }))
    store.get(`GET ${page} zh`)
  }
  const flood = storedEntry({
    key: '',
    bytes: 500,
    tags: ['articleList', 'path:/api/home/article/list/news'],
  })
  let most = 0
  for (let index = 0; index < 200_000; index++) {
    const key = `GET /api/home/article/list/news?x=${index} zh`
    if (store.get(key).length === 0) store.set({ ...flood, key })
    most = Math.max(most, store.usage().bytes)
  }
  t.ok(most <= 16 * mebibyte, `${most} bytes`)
  t.ok(pages.every((page) => store.get(`GET ${page} zh`).length === 1))
})

t.test('through the cache: plain ones, private ones and failing ones', async (t) => {
  const memory = createMemoryStore({ maxBytes: mebibyte })
  let asked = 0
  const send = async ({ path }: { path: string }): Promise<OriginResponse> => {
    asked++
    if (path.includes('fails')) return { status: 500, headers: {}, body: Buffer.alloc(60_000) }
    const headers = { 'content-type': 'application/json', ...(path.includes('private') && noStore) }
    return { status: 200, headers, body: Buffer.from('{"success":true,"data":{"id":1}}') }
  }
  const cache = createCache({
    send,
    stores: { memory },
    time: { now: () => 0, monotonic: () => 0 },
    limits: { responseBytes: mebibyte, timeoutMs: 1000 },
  })
  const get = (path: string) => cache.send({ method: 'GET', path, headers: {} })
  for (const path of [pages[0]!, pages[0]!]) await get(path)
  for (let index = 0; index < 3000; index++)
    for (const kind of ['plain', 'private', 'fails'])
      await get(`/api/home/article/list/news?${kind}=${index}`)
  t.ok(memory.usage().bytes <= mebibyte)
  asked = 0
  await get(pages[0]!)
  t.equal(asked, 0)
})

t.test('notes on failures are bounded in bytes, however large the failures', async (t) => {
  const marks = createExpiringMap<Buffer>(
    () => 0,
    (body) => body.length,
  )
  const body = Buffer.alloc(60_000)
  const keys = Array.from({ length: 5000 }, (_, index) => `GET /${index} zh`)
  for (const key of keys) marks.set(key, body, 1)
  const kept = keys.filter((key) => marks.get(key))
  t.ok(kept.length > 0)
  t.ok(kept.length * body.length <= 8 * mebibyte)
})

const noStore = { 'cache-control': 'no-store' }
