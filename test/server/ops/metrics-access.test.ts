// GET /metrics at PORT: private networks and operators read it; for everybody else there is no such address.
import t from 'tap'
import { opsToken } from '../../helpers/ops.ts'
import { botAgent, type Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const visitor = '203.0.113.8'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A GET of /metrics from this address. */
function ask(site: Site, remoteAddress: string, headers: Record<string, string> = {}) {
  return site.get('/metrics', headers, { remoteAddress })
}

t.test('a private network reads them where no proxy is between', async (t) => {
  const site = await createSmallSite(t, { config: { opsToken } })
  for (const peer of words('::1 10.1.2.3 172.31.0.1 ::ffff:192.168.0.9 fd00::1 fe80::1%eth0'))
    t.match(await ask(site, peer), { statusCode: 200, body: 'site_build_info' }, peer)
  t.match((await ask(site, '10.1.2.3', bearer('wrong'))).statusCode, 200)
})

t.test('for others the address does not exist', async (t) => {
  const trustProxy = ['10.0.0.1']
  const site = await createSmallSite(t, { config: { opsToken, trustProxy } })
  const peers = ['172.32.0.1', '2001:db8::1', '::ffff:203.0.113.8']
  const asked: { peer: string; headers: Record<string, string> }[] = [
    ...peers.map((peer) => ({ peer, headers: {} })),
    ...['x-forwarded-for', 'forwarded', 'via'].flatMap((field) =>
      ['', '10.0.0.2'].map((value) => ({ peer: '10.0.0.1', headers: { [field]: value } })),
    ),
  ]
  for (const { peer, headers } of asked)
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const get = async (url: string) => {
        const options = { remoteAddress: peer, method }
        const { statusCode, body } = await site.get(url, { 'user-agent': botAgent, ...headers }, options)
        return { statusCode, body: body.replace('/nothing', '/metrics') }
      }
      const [metrics, none] = [await get('/metrics'), await get('/nothing')]
      t.equal(metrics.statusCode, 404)
      t.strictSame(metrics, none, JSON.stringify({ peer, headers, method }))
    }
})

t.test('the operator’s token reads them from anywhere; wrong ones are limited', async (t) => {
  const site = await createSmallSite(t, { config: { opsToken, addressRate: 20, trustProxy: ['10.0.0.1'] } })
  const through = (address: string, token: string) =>
    ask(site, '10.0.0.1', { 'x-forwarded-for': address, ...bearer(token) })
  const wrong: number[] = []
  for (const port of [1, 2, 3]) wrong.push((await through(`${visitor}:${port}`, 'wrong')).statusCode)
  t.strictSame(wrong, [404, 404, 429])
  t.match((await through(visitor, 'wrong')).headers, { 'retry-after': '60', 'cache-control': 'no-store' })
  t.equal((await through('203.0.113.9', 'wrong')).statusCode, 404, 'for each address')
  t.match(await through(visitor, opsToken), { statusCode: 200, body: 'site_build_info' })
  t.equal((await ask(site, visitor)).statusCode, 404, 'a request without a token is not counted')
})
