// Purges through the engine.
import t from 'tap'
import { purgeModes } from '../../server/ops/purge.ts'
import { until } from '../helpers/until.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

const list = '/api/home/article/list/news'

t.test('soft purge: the stale response at once, and a refresh in the background', async (t) => {
  const { origin, get, cache } = await createStored(t, success('old'), 0, article)
  origin.on(article, success('new'))
  t.equal(await cache.purge({ kind: 'tag', tag: 'id:3' }, 'soft'), 1)
  t.match((await get(article)).body, 'old')
  await until(async () => (await get(article)).body.includes('new'))
  t.equal(origin.hits(article).length, 2)
})

t.test('hard purge: the next request waits for the origin', async (t) => {
  const { origin, get, cache } = await createStored(t, success('old'), 0, article)
  origin.on(article, success('new'))
  t.equal(await cache.purge({ kind: 'all' }, 'hard'), 1)
  t.match((await get(article)).body, 'new')
})

t.test('soft purge without stale-while-revalidate: the next request waits for the origin', async (t) => {
  const { origin, get, cache } = await createStored(t, text('old', 'max-age=60'))
  origin.on(other, text('new', 'max-age=60'))
  await cache.purge({ kind: 'all' }, 'soft')
  t.equal((await get(other)).body, 'new')
})

t.test('by call, category, id and address', async (t) => {
  const { origin, get, cache } = await createWorld(t)
  for (const path of [article, list]) origin.on(path, success(path))
  const fill = async () => {
    for (const path of [article, `${list}?page=1`, `${list}?page=2`]) await get(path)
  }
  const met = async (tag: string) => {
    await fill()
    return cache.purge({ kind: 'tag', tag }, 'hard')
  }
  t.equal(await met('articleDetail'), 1)
  t.equal(await met('articleList'), 2)
  t.equal(await met('category:news'), 2)
  t.equal(await met('id:3'), 1)
  t.equal(await met('id:4'), 0)
  t.equal(await met(`path:${list}`), 2)
  await fill()
  t.equal(await cache.purge({ kind: 'key', prefix: `GET ${list}?page=2 ` }, 'hard'), 1)
})

t.test('an expiring purge: the next request waits for the origin, and a failure is bridged', async (t) => {
  const { origin, get, cache } = await createStored(t, success('old'), 0, article)
  origin.on(article, success('new'))
  t.equal(await cache.purge({ kind: 'tag', tag: 'id:3' }, 'expire'), 1)
  t.match((await get(article)).body, 'new')
  t.match((await get(article)).headers['cache-status'], /hit/)
  await cache.purge({ kind: 'tag', tag: 'id:3' }, 'soft')
  await cache.purge({ kind: 'all' }, 'expire')
  origin.on(article, { status: 503, headers: {}, body: '' })
  t.match((await get(article)).body, 'new')
})

for (const mode of purgeModes) {
  t.test(`${mode} purge: a response in flight does not undo the purge`, async (t) => {
    const { origin, get, cache } = await createWorld(t)
    const gate = Promise.withResolvers<void>()
    origin.on(article, { ...success('before'), after: gate.promise })
    const early = get(article)
    await until(() => origin.hits(article).length === 1)
    origin.on(article, success('after'))
    await cache.purge({ kind: 'tag', tag: 'articleDetail' }, mode)
    t.match((await get(article)).body, 'after', 'who asks after it does not get what was asked before it')
    gate.resolve()
    t.match((await early).body, 'before')
    await until(async () => (await get(article)).body.includes('after'))
  })
}

t.test('a response in flight that the purge does not match is stored', async (t) => {
  const { origin, get, cache } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(article, { ...success('a'), after: gate.promise })
  const early = get(article)
  await until(() => origin.hits(article).length === 1)
  await cache.purge({ kind: 'tag', tag: 'id:4' }, 'hard')
  gate.resolve()
  await early
  await get(article)
  t.equal(origin.hits(article).length, 1)
})
