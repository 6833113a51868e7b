// A page that has not changed keeps the policy it came with: the fields of a 304 replace what the browser has stored.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a 304 brings no other policy than the page had', async (t) => {
  const site = await createSmallSite(t)
  const { headers } = await site.get('/en/news')
  for (let count = 0; count < 3; count++) {
    const again = await site.get('/en/news', { 'if-none-match': String(headers['etag']) })
    t.equal(again.statusCode, 304)
    const policy = again.headers['content-security-policy'] ?? headers['content-security-policy']
    t.equal(policy, headers['content-security-policy'])
  }
})
