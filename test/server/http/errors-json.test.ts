// Errors for programs: one JSON body, whatever went wrong.
import t from 'tap'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('programs get errors as JSON', async (t) => {
  const site = await createSmallSite(t)
  site.app.get('/boom', async () => {
    throw new Error('a secret')
  })
  const json = { accept: 'application/json' }

  const expectError = async (
    url: string,
    headers: Record<string, string>,
    statusCode: number,
    message: string,
  ) => {
    const answer = await site.get(url, headers)
    t.equal(answer.statusCode, statusCode, url)
    t.equal(answer.body, JSON.stringify({ error: true, url, statusCode, message }), url)
    t.match(answer.headers, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    return answer
  }

  await t.test('an unknown address', async () => {
    await expectError('/fr/news?x=1', json, 404, 'Page not found: /fr/news?x=1')
    await expectError('/fr', json, 404, 'Page Not Found: /fr')
  })

  await t.test('a missing item', async () => {
    await expectError('/en/news/999', json, 404, 'Page not found: /en/news/999')
  })

  await t.test('a malformed escape', async () => {
    await expectError('/en/%E0%A4%A', json, 400, 'Malformed URL')
    await expectError('/api/home/%zz', {}, 400, 'Malformed URL')
  })

  await t.test('a path under /api/ and a path that ends in .json, though HTML is accepted', async () => {
    await expectError('/api/other', {}, 404, 'Page not found: /api/other')
    await expectError('/nowhere/x.json', {}, 404, 'Page not found: /nowhere/x.json')
  })

  await t.test('a bot that requests JSON gets it', async () => {
    await expectError('/fr', { ...json, 'user-agent': botAgent }, 404, 'Page Not Found: /fr')
  })

  await t.test('an unexpected error shows nothing of itself', async (t) => {
    await expectError('/boom', json, 500, 'Server Error')
    const logged = site.lines.filter(({ msg }) => msg === 'request failed')
    t.match(logged, [{ level: 50, url: '/boom', err: { message: 'a secret' } }])
  })

  await t.test('an origin that fails', async (t) => {
    site.origin.json('/api/home/article/detail/3', { message: 'a secret of the origin' }, 500)
    const answer = await expectError('/news/3', json, 502, 'Bad Gateway')
    t.equal(answer.headers['retry-after'], '30')
  })

  await t.test('another method on a page', async (t) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const { statusCode, headers, body } = await site.get('/news', json, { method })
      t.equal(statusCode, 405)
      t.equal(headers['allow'], 'GET, HEAD')
      t.equal(body, '{"error":true,"url":"/news","statusCode":405,"message":"Method Not Allowed"}')
    }
  })
})
