// Whose address counts: nobody can choose it who is not a proxy of ours.
import t from 'tap'
import { opsToken } from '../../helpers/ops.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const spoofed = '203.0.113.9'

t.test('without a trusted proxy what a request says of addresses is not read', async (t) => {
  for (const trustProxy of [[], ['10.0.0.0/8']]) {
    const site = await createSmallSite(t, { config: { trustProxy, logAddresses: 'full' } })
    await site.get('/news', { 'x-forwarded-for': spoofed, 'x-real-ip': spoofed, forwarded: `for=${spoofed}` })
    t.equal(site.lines.find(({ msg }) => msg === 'request')?.['ip'], '127.0.0.1')
  }
})

t.test('the visitor of a trusted proxy is the address in the field, however it is written', async (t) => {
  const site = await createSmallSite(t, { config: { trustProxy: ['10.0.0.0/8'], logAddresses: 'full' } })
  const addresses: Record<string, string> = {
    ' 203.0.113.8:40001 ': '203.0.113.8',
    '[2001:db8::1]:443': '2001:db8::1',
    '2001:0DB8:0:0:0:0:0:1': '2001:db8::1',
    '"[2001:db8::1]:443"': '2001:db8::1',
    '[::FFFF:203.0.113.8]:443': '203.0.113.8',
    '::ffff:cb00:7108': '203.0.113.8',
    '[2001:db8::1%25eth0]:443': '2001:db8::1',
    [`${spoofed}, 198.51.100.7, 10.1.2.3`]: '198.51.100.7',
  }
  for (const none of ['unknown', '203.0.113.256', '203.0.113.08', '[2001:db8::1', '2001:db8::1::2', '""'])
    addresses[none] = '10.0.0.1'
  for (const [written, address] of Object.entries(addresses)) {
    await site.get('/livez?', { 'x-forwarded-for': written }, { remoteAddress: '10.0.0.1', method: 'POST' })
    t.equal(site.lines.findLast(({ msg }) => msg === 'request')?.['ip'], address, written)
  }
})

t.test('the log contains as much of an address as LOG_ADDRESSES allows', async (t) => {
  const address = '2001:db8:1:2::7'
  for (const [logAddresses, expected] of [
    ['network', ['2001:db8:1::/48', '198.51.100.0/24']],
    ['full', [address, '198.51.100.7']],
    ['off', []],
  ] as const) {
    const site = await createSmallSite(t, { config: { logAddresses, opsToken } })
    for (const remoteAddress of [address, '::ffff:198.51.100.7']) {
      await site.get('/livez?', {}, { remoteAddress, method: 'POST' })
      await site.app.inject({ method: 'POST', url: '/ops/purge', remoteAddress, payload: {} })
    }
    t.ok(site.lines.some(({ msg }) => msg === 'operator token rejected'))
    t.strictSame([...new Set(site.lines.map((line) => line['ip']))].filter(Boolean), expected, logAddresses)
  }
})

t.test('a proxy that is not trusted, or sends no X-Forwarded-For, is one warning', async (t) => {
  for (const [field, trustProxy, from, problem] of [
    ['x-forwarded-for', [], '10.0.0.5', /^TRUST_PROXY does not list /],
    ['x-forwarded-for', [], 'fe80::1%eth0', /^TRUST_PROXY does not list /],
    ['forwarded', ['10.0.0.0/8'], '10.0.0.5', /^a proxy sends no X-Forwarded-For/],
    ['x-forwarded-for', ['10.0.0.0/8'], '10.0.0.5', undefined],
    ['x-forwarded-for', [], '203.0.113.8', undefined],
  ] as const) {
    const site = await createSmallSite(t, { config: { trustProxy: [...trustProxy] } })
    for (const _time of [1, 2])
      await site.get('/livez', { [field]: `for=${spoofed}` }, { remoteAddress: from })
    const lines = site.lines.filter(({ msg }) => msg === 'visitors share the address of a proxy')
    t.strictSame(lines.length, problem ? 1 : 0, `${field} of ${from}, of ${trustProxy} trusted`)
    t.match(lines, problem ? [{ level: 40, problem }] : [])
    const warnings = problem && [new RegExp(`^proxy not trusted: ${problem.source.slice(1)}`)]
    t.match((await site.get('/readyz')).json(), { status: 'ok', warnings })
  }
})
