// Whether the process lives and can serve.
import t from 'tap'
import { until } from '../../cache/helpers/until.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a server that runs lives and is ready, with or without its origin', async (t) => {
  const site = await createSmallSite(t)
  const expectOk = async () => {
    for (const url of ['/livez', '/readyz']) {
      const { statusCode, headers, body } = await site.get(url)
      t.equal(statusCode, 200)
      t.equal(body, '{"status":"ok"}')
      t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      t.equal((await site.get(url, {}, { method: 'HEAD' })).statusCode, 200)
    }
  }
  await expectOk()
  t.strictSame(site.origin.hits, [], 'the origin is not asked')
  await site.origin.close()
  await expectOk()
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
  const { statusCode, body } = await site.get('/readyz')
  t.match({ statusCode, body }, { statusCode: 503, body: '{"status":"starting"}' })
  t.equal((await site.get('/livez')).statusCode, 200)
  answer.resolve()
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  const { length } = site.origin.hits
  for (const url of ['/zh', '/en']) t.match((await site.get(url)).headers['cache-status'], 'site; hit')
  t.equal(site.origin.hits.length, length)
})

t.test('without its origin it is ready all the same', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  await site.origin.close()
  await site.listen()
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  t.ok(site.lines.some(({ msg }) => msg === 'ready without the home pages'))
})
