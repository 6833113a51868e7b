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
  return { site, purge }
}

t.test('it is for those with the token', async (t) => {
  const { purge, site } = await createWorld(t)
  for (const authorization of ['', 'Bearer', opsToken, `Basic ${opsToken}`, `Bearer ${opsToken}x`]) {
    const { statusCode, headers } = await purge({ all: true }, authorization)
    t.equal(statusCode, 401, authorization)
    t.equal(headers['www-authenticate'], 'Bearer')
  }
  t.equal((await purge({ all: true }, `bearer ${opsToken}`)).statusCode, 200)
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

t.test(
  'a hard purge makes the next visitor ask the upstream for what it names, and nothing else',
  async (t) => {
    const { site, purge } = await createWorld(t)
    const product = '/api/home/article/list/product?lang=zh'
    const paths = [detail, product, list]
    const rows: [target: object, again: string[]][] = [
      [{ url: list }, [list]],
      [{ tag: 'articleDetail' }, [detail]],
      [{ tag: 'category:news' }, [list]],
      [{ type: 'news', id: 1 }, [detail, list]],
      [{ all: true }, paths],
    ]
    for (const [target, again] of rows) {
      for (const path of paths) await site.get(path)
      t.match((await purge({ ...target, mode: 'hard' })).json(), { mode: 'hard' })
      site.origin.hits.length = 0
      for (const path of [...paths, ...paths]) await site.get(path)
      t.strictSame(
        site.origin.hits,
        again.map((path) => `GET ${path}`),
        JSON.stringify(target),
      )
    }
  },
)

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
