// Page cache: lifetime, invalidation by dependencies, stale-if-error.
import t from 'tap'
import { second } from '../../cache/helpers/clock.ts'
import { titleOf } from '../../helpers/html.ts'
import { createWorld, detail } from '../../helpers/page-cache-world.ts'
import { until } from '../../helpers/until.ts'
import { hang } from '../../helpers/upstream.ts'

t.test('a purge of an item renders again the pages that depend on it, and no others', async (t) => {
  const { get, purge, retitle, made } = await createWorld(t)
  for (const url of ['/news/1', '/news/2', '/news']) await get(url)
  const before = await made()
  retitle(1, '新标题')
  t.match((await purge({ tag: 'id:1' })).json(), { mode: 'soft' })
  await until(async () => titleOf((await get('/news/1')).body) === '新标题 | 水表厂')
  await get('/news/2')
  await get('/news')
  t.equal(await made(), before, 'in the background, and no other page')
})

t.test('a missing item is in the negative cache, and found later', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  t.equal((await get('/news/999')).statusCode, 404)
  await until(() => origin.hits.includes(`GET ${detail}999?lang=en`))
  const asked = origin.hits.length
  const { statusCode, headers } = await get('/news/999?x=1')
  t.match({ statusCode, headers }, { statusCode: 404, headers: { 'cache-control': 'no-store' } })
  t.match((await get('/news/999?x=1', { accept: 'application/json' })).json(), {
    message: 'Page not found: /news/999?x=1',
  })
  t.equal(origin.hits.length, asked)
  origin.json(`${detail}999?lang=zh`, {
    success: true,
    data: { id: 999, category: 'news', title: '新', body: '' },
    msg: '',
  })
  clock.advance(11 * second)
  t.equal((await get('/news/999')).statusCode, 200)
})

t.test('the lifetime of a page is at most that of its responses', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  origin.answer(`${detail}1?lang=zh`, async (request, response, body) => {
    response.setHeader('cache-control', 'max-age=60, must-revalidate')
    await origin.pass(request, response, body)
  })
  const asked = () => origin.hits.filter((hit) => hit === `GET ${detail}1?lang=zh`).length
  t.equal((await get('/news/1')).headers['cache-control'], 'public, max-age=0, s-maxage=60')
  clock.advance(59 * second)
  await get('/news/1')
  t.equal(asked(), 1)
  clock.advance(2 * second)
  await get('/news/1')
  t.equal(asked(), 2)
})

t.test('pages with personal query parameters are not stored', async (t) => {
  const { get, statusOf } = await createWorld(t)
  for (const url of ['/contact?topic=secret', '/contact?sent=SECRET23']) {
    const { headers, body } = await get(url)
    t.match(body, /secret/i)
    t.match(headers['cache-control'], 'no-store')
    t.equal(headers['cache-status'], undefined)
  }
  t.match(await statusOf('/contact'), 'fwd=uri-miss')
  t.notMatch((await get('/contact')).body, /secret/i)
})

t.test('after an expiring purge no stored page waits for an upstream that hangs', async (t) => {
  const { get, purge, origin } = await createWorld(t, { mostRenders: 4 })
  // More than may be rendered at once.
  const urls = Array.from({ length: 24 }, (_, at) => `/news?tag=${at}`)
  for (const url of urls) t.equal((await get(url)).statusCode, 200)
  await purge({ all: true, mode: 'expire' })
  origin.answer('/', hang)
  const atOnce = await Promise.all(urls.map((url) => get(url)))
  for (const { statusCode, headers } of [...atOnce, await get(urls[0]!), await get(urls[1]!)])
    t.match([statusCode, headers['cache-status']], [200, /^site; hit; ttl=-?\d/])
})
