// Which build this server runs.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const site = await createSmallSite(t)
const { id, timestamp } = site.build

t.test('builds: the latest one is named, and not kept', async (t) => {
  const { statusCode, headers, body } = await site.get('/builds/latest.json?1700000000000')
  t.equal(statusCode, 200)
  t.equal(body, JSON.stringify({ id, timestamp }))
  t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
})

t.test('builds: its manifest is immutable', async (t) => {
  const { statusCode, headers, body } = await site.get(`/builds/meta/${id}.json`)
  t.equal(statusCode, 200)
  t.strictSame(JSON.parse(body), {
    id,
    timestamp,
    matcher: { static: {}, wildcard: {}, dynamic: {} },
    prerendered: [],
  })
  t.match(headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

t.test('builds: another build is a 404 that is not stored', async (t) => {
  for (const url of ['/builds/meta/0123456789ab.json', '/builds/meta/..%2Flatest.json']) {
    const { statusCode, headers, body } = await site.get(url, { accept: 'application/json' })
    t.equal(statusCode, 404, url)
    t.equal(body, JSON.stringify({ error: true, url, statusCode: 404, message: `Page not found: ${url}` }))
    t.equal(headers['cache-control'], 'no-store')
  }
})
