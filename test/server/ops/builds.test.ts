// Which build this server runs.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('the latest build is not stored, its manifest is immutable, another build is a 404', async (t) => {
  const site = await createSmallSite(t)
  const { id, timestamp } = site.build
  const matcher = { static: {}, wildcard: {}, dynamic: {} }
  const missing = (url: string): [string, number, string, unknown] => [
    url,
    404,
    'no-store',
    { error: true, url, statusCode: 404, message: `Page not found: ${url}` },
  ]
  const rows: [url: string, status: number, cacheControl: string, body: unknown][] = [
    ['/builds/latest.json?1700000000000', 200, 'no-store', { id, timestamp }],
    [
      `/builds/meta/${id}.json`,
      200,
      'public, max-age=31536000, immutable',
      { id, timestamp, matcher, prerendered: [] },
    ],
    ...['/builds/meta/0123456789ab.json', '/builds/meta/..%2Flatest.json'].map(missing),
  ]
  for (const [url, status, cacheControl, expected] of rows) {
    const { statusCode, headers, body } = await site.get(url, { accept: 'application/json' })
    t.strictSame([statusCode, headers['cache-control'], JSON.parse(body)], [status, cacheControl, expected])
    t.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
})
