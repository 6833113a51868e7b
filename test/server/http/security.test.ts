// Security headers of one configuration or another (all kinds of responses: test/security/policy.test.ts), and security.txt.
import t from 'tap'
import { allowedScripts, documentPolicy } from '../../helpers/document-policy.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const policyOf = (...given: Parameters<typeof documentPolicy>) => documentPolicy(...given).join('; ')

t.test('on plain http there is no Strict-Transport-Security; images of named hosts are shown', async (t) => {
  const imageHosts = ['https://img.example', 'https://*.cdn.example:8443']
  const site = await createSmallSite(t, { config: { siteUrl: 'http://localhost:3000', imageHosts } })
  const { headers } = await site.get('/fr')
  t.equal(headers['strict-transport-security'], undefined)
  const images = `'self' data: ${imageHosts.join(' ')}`
  t.equal(headers['content-security-policy'], policyOf(allowedScripts(site.build), { images }))
})

t.test('with web analytics the policy of pages names its script, server and second host', async (t) => {
  const [script, host] = ['https://stats.example/m/s.js', 'https://collect.example']
  const drafts = { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: 'password' }
  const rows: [env: Record<string, string>, isNamed: boolean, connections?: string][] = [
    [{ ANALYTICS_SCRIPT: `${script}?a` }, true, "'self' https://stats.example"],
    [{ ANALYTICS_SCRIPT: script, ANALYTICS_HOST: host }, true, `'self' https://stats.example ${host}`],
    [{ ANALYTICS_SCRIPT: script, ANALYTICS_HOST: host, ...drafts }, false],
  ]
  for (const [env, isNamed, connections] of rows) {
    const { get, build } = await createSmallSite(t, { env })
    const { headers } = await get('/fr', { authorization: `Basic ${btoa('a:password')}` })
    const scripts = allowedScripts(build) + (isNamed ? ` ${script}` : '')
    t.equal(headers['content-security-policy'], policyOf(scripts, connections ? { connections } : {}))
  }
})

t.test('security.txt (RFC 9116) names the contact for vulnerabilities and its expiry', async (t) => {
  const url = '/.well-known/security.txt'
  const SECURITY_CONTACT = 'mailto:security@site.example https://site.example/en/contact'
  const site = await createSmallSite(t, { env: { SECURITY_CONTACT } })
  const { statusCode, headers, body } = await site.get(url)
  t.strictSame([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  const expires = new Date(site.build.timestamp + 364 * 86_400_000).toISOString()
  t.strictSame(body.split('\n'), [
    'Contact: mailto:security@site.example',
    'Contact: https://site.example/en/contact',
    `Expires: ${expires}`,
    'Preferred-Languages: zh, en',
    'Canonical: https://www.tinglan.example/.well-known/security.txt',
    '',
  ])
  t.equal((await (await createSmallSite(t)).get(url)).statusCode, 404, 'without SECURITY_CONTACT')
})
