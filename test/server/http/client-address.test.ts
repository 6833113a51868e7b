// Whose address counts: nobody can choose it who is not a proxy of ours.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const spoofed = '203.0.113.9'
const visitor = '198.51.100.7'

async function logged(trustProxy: string[], headers: Record<string, string>, isHot = false) {
  const site = await createSmallSite(t, { config: { trustProxy, logAddresses: 'full' } })
  const base = await site.listen()
  // The third response comes before any routing.
  for (let count = 0; count < (isHot ? 3 : 1); count++)
    await (await fetch(`${base}/news`, { headers })).text()
  const lines = site.lines.filter(({ msg }) => msg === 'request')
  return lines.at(-1)?.['ip']
}

t.test('without a trusted proxy what a request says of addresses is not read', async (t) => {
  const headers = { 'x-forwarded-for': spoofed, 'x-real-ip': spoofed, forwarded: `for=${spoofed}` }
  for (const isHot of [false, true]) t.equal(await logged([], headers, isHot), '127.0.0.1')
  t.equal(await logged(['10.0.0.0/8'], headers), '127.0.0.1')
})

t.test('the last address that no trusted proxy has is the visitor, on both paths', async (t) => {
  for (const isHot of [false, true]) {
    const one = { 'x-forwarded-for': `${spoofed}, ${visitor}` }
    t.equal(await logged(['127.0.0.1'], one, isHot), visitor)
    const chain = { 'x-forwarded-for': `${spoofed}, ${visitor}, 10.1.2.3` }
    t.equal(await logged(['127.0.0.1', '10.0.0.0/8'], chain, isHot), visitor)
  }
})

t.test('no header changes an absolute address of the site', async (t) => {
  const hostile = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  for (const trustProxy of [[], ['127.0.0.1']]) {
    const site = await createSmallSite(t, { config: { trustProxy } })
    const pages = ['/news', '/News', '/en/news/1', '/EN/news', '/robots.txt']
    for (const url of [...pages, '/sitemap.xml', '/zh/sitemap.xml', '/en/sitemap-news.xml']) {
      const { headers, body } = await site.get(url, { ...hostile, 'x-forwarded-proto': 'ftp' })
      t.notMatch(body + JSON.stringify(headers), /evil|ftp:/, url)
    }
  }
})

t.test('the log contains as much of an address as LOG_ADDRESSES allows', async (t) => {
  for (const [how, address, shown] of [
    ['network', '2001:db8:1:2::7', '2001:db8:1::/48'],
    ['network', '2001:db8::7', '2001:db8:0::/48'],
    ['network', '::ffff:198.51.100.7', '198.51.100.0/24'],
    ['full', '2001:db8::7', '2001:db8::7'],
    ['off', '2001:db8::7', undefined],
  ] as const) {
    const site = await createSmallSite(t, { env: { LOG_ADDRESSES: how } })
    await site.get('/livez', {}, { remoteAddress: address })
    await site.get('/fr', {}, { remoteAddress: address })
    t.equal(site.lines.findLast(({ msg }) => msg === 'request')?.['ip'], shown, `${how} ${address}`)
  }
})
