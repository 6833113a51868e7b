// Whether the process lives and can serve.
import t from 'tap'
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
