// Whether the process lives, has started and can serve.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { until } from '../../cache/helpers/until.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const probes = ['/livez', '/healthz', '/startupz', '/readyz']

t.test('a server that runs lives, has started and is ready', async (t) => {
  const site = await createSmallSite(t)
  for (const url of probes) {
    const { statusCode, headers, body } = await site.get(url)
    t.equal(statusCode, 200)
    t.equal(body, '{"status":"ok"}')
    t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    t.equal((await site.get(url, {}, { method: 'HEAD' })).statusCode, 200)
  }
  t.strictSame(site.origin.hits, [], 'the origin is not asked')
  t.notOk(
    site.lines.some(({ msg }) => msg === 'request'),
    'and nobody has to read about it',
  )
})

t.test('a server is ready when the home pages are in its cache', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  site.origin.answer('/api/home/config/base', async (...args) => {
    asked.resolve()
    await answer.promise
    await site.origin.pass(...args)
  })
  await site.listen()
  await asked.promise
  const body = '{"status":"starting","reasons":["the cache is being warmed up"]}'
  for (const url of ['/readyz', '/startupz']) {
    const starting = await site.get(url)
    t.match({ statusCode: starting.statusCode, body: starting.body }, { statusCode: 503, body })
  }
  t.equal((await site.get('/livez')).statusCode, 200)
  answer.resolve()
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  t.equal((await site.get('/startupz')).statusCode, 200)
  const { length } = site.origin.hits
  for (const url of ['/zh', '/en']) t.match((await site.get(url)).headers['cache-status'], 'site; hit')
  t.equal(site.origin.hits.length, length)
})

t.test('who comes first is served before the home pages are made', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  site.origin.answer('/api/home/article/list/news', async (...args) => {
    asked.resolve()
    await answer.promise
    await site.origin.pass(...args)
  })
  const isOfHome = (hit: string) => hit.includes('/block/banner')
  await site.listen()
  const first = site.get('/news')
  await asked.promise
  // Several times as long as the server gives who comes first when nobody comes.
  await sleep(100)
  t.notOk(site.origin.hits.some(isOfHome))
  answer.resolve()
  t.equal((await first).statusCode, 200)
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  t.ok(site.origin.hits.some(isOfHome))
})

t.test('an outage of the origin leaves a server ready that has something stored', async (t) => {
  const site = await createSmallSite(t)
  await site.get('/news')
  await site.origin.close()
  for (let page = 0; page < 12; page++) await site.get(`/api/home/article/list/news?lang=zh&page=${page}`)
  t.ok(
    site.lines.some(({ msg, state }) => msg === 'origin breaker' && state === 'open'),
    'the origin counts as gone',
  )
  t.equal((await site.get('/readyz')).statusCode, 200)
  t.equal((await site.get('/news')).statusCode, 200)
})

t.test('with nothing stored and no origin it has started, is not ready, and says why', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  await site.origin.close()
  await site.listen()
  await until(async () => (await site.get('/startupz')).statusCode === 200)
  const { statusCode, body } = await site.get('/readyz')
  t.equal(statusCode, 503)
  t.strictSame(JSON.parse(body), {
    status: 'empty-handed',
    reasons: ['the origin does not answer, and nothing is stored'],
  })
  t.equal((await site.get('/livez')).statusCode, 200)
  t.ok(site.lines.some(({ msg }) => msg === 'ready without the home pages'))
})

t.test('a server that is about to stop says so, serves, and keeps no connection', async (t) => {
  const draining = new AbortController()
  const site = await createSmallSite(t, { draining: draining.signal })
  const base = await site.listen()
  const ask = async (path: string) => {
    const { status, headers } = await fetch(base + path)
    return { status, connection: headers.get('connection') }
  }
  // The second one is answered before any routing.
  for (let time = 0; time < 2; time++) t.match(await ask('/news'), { connection: 'keep-alive' })
  draining.abort()
  const reasons = ['the server is about to stop']
  t.strictSame(JSON.parse((await site.get('/readyz')).body), { status: 'draining', reasons })
  t.equal((await site.get('/livez')).statusCode, 200)
  t.strictSame(await ask('/news'), { status: 200, connection: 'close' })
  t.strictSame(await ask('/readyz'), { status: 503, connection: 'close' })
})
