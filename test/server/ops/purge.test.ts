// POST /ops/purge: who may, what it names, and what it drops.
import t, { type Test } from 'tap'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const list = '/api/home/article/list/news?lang=zh&page=1'
const detail = '/api/home/article/detail/1?lang=zh'

async function createWorld(t: Test) {
  const site = await createSmallSite(t, { config: { opsToken } })
  const purge = (payload: unknown, authorization?: string) =>
    postOps(site, '/ops/purge', payload, authorization)
  const hitsOf = (path: string) => site.origin.hits.filter((hit) => hit === `GET ${path}`).length
  return { site, purge, hitsOf }
}

t.test('it is for those with the token', async (t) => {
  const { purge, site } = await createWorld(t)
  for (const authorization of ['', 'Bearer', opsToken, `Basic ${opsToken}`, `Bearer ${opsToken}x`]) {
    const { statusCode, headers } = await purge({ all: true }, authorization)
    t.equal(statusCode, 401, authorization)
    t.equal(headers['www-authenticate'], 'Bearer')
  }
  t.notMatch(JSON.stringify(site.lines), opsToken)
  t.equal((await postOps(await createSmallSite(t), '/ops/purge', {})).statusCode, 404, 'without OPS_TOKEN')
})

t.test('it says what it takes', async (t) => {
  const { purge } = await createWorld(t)
  for (const body of [
    {},
    { url: 'x' },
    { url: '/a', tag: 'b' },
    { tag: 'a b' },
    { all: true, mode: 'x' },
    { type: 'news', id: -1 },
    { type: 'x', id: 1 },
    [],
  ]) {
    const { statusCode, json } = await purge(body)
    t.equal(statusCode, 400, JSON.stringify(body))
    t.match(json(), { error: true, message: /"tag"/ })
  }
})

t.test('a hard purge by address, tag, id or of all makes the next visitor ask the upstream', async (t) => {
  for (const body of [{ url: list }, { tag: 'articleList' }, { tag: 'category:news' }, { all: true }]) {
    const { site, purge, hitsOf } = await createWorld(t)
    await site.get(list)
    await site.get(list)
    t.equal(hitsOf(list), 1)
    t.match(
      (await purge({ ...body, mode: 'hard' })).json(),
      { purged: 1, mode: 'hard' },
      JSON.stringify(body),
    )
    await site.get(list)
    t.equal(hitsOf(list), 2)
  }
})

t.test('a changed item purges itself and its list, and nothing else', async (t) => {
  const { site, purge } = await createWorld(t)
  const paths = [detail, '/api/home/article/list/product?lang=zh']
  for (const path of [...paths, list]) await site.get(path)
  t.match((await purge({ type: 'news', id: 1, mode: 'hard' })).json(), { mode: 'hard' })
  const before = site.origin.hits.length
  for (const path of [...paths, list]) await site.get(path)
  const requested = site.origin.hits.slice(before).map((hit) => hit.replace(/\?.*/, ''))
  t.strictSame(requested, ['GET /api/home/article/detail/1', 'GET /api/home/article/list/news'])
})

t.test('the next request shows an expired item; a failing origin leaves what is stored', async (t) => {
  const { site, purge } = await createWorld(t)
  const paths = ['/news/1', '/news', detail]
  const shows = async (title: string) => {
    for (const one of paths) {
      const { statusCode, body } = await site.get(one)
      t.equal(statusCode, 200, one)
      t.ok(body.includes(title), `${one} ${title}`)
    }
  }
  for (const one of paths) await site.get(one)
  const title = '更改'
  site.origin.patch('/api/home/article/detail/1', (data: object) => ({ ...data, title }))
  site.origin.patch('/api/home/article/list/news', ({ list, ...data }: { list: { id: number }[] }) => ({
    ...data,
    list: list.map((one) => (one.id === 1 ? { ...one, title } : one)),
  }))
  t.match((await purge({ type: 'news', id: '1', mode: 'expire' })).json(), { mode: 'expire' })
  await shows(title)
  site.origin.json('/', { success: false }, 503)
  await purge({ type: 'news', id: 1, mode: 'expire' })
  await shows(title)
})
