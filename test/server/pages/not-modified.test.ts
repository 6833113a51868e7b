// 304 of a page: its fields replace the stored ones (RFC 9111 §3.2), so that the policy must be the same.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a 304 has the same Content-Security-Policy as the page', async (t) => {
  const site = await createSmallSite(t)
  const { headers } = await site.get('/en/news')
  for (let count = 0; count < 3; count++) {
    const again = await site.get('/en/news', { 'if-none-match': String(headers['etag']) })
    t.equal(again.statusCode, 304)
    const policy = again.headers['content-security-policy'] ?? headers['content-security-policy']
    t.equal(policy, headers['content-security-policy'])
  }
})
