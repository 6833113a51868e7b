// Security headers: on every response, and the policy of each kind of response.
import t from 'tap'
import { allowedScripts, documentPolicy } from '../../helpers/document-policy.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const policyOf = (...given: Parameters<typeof documentPolicy>) => documentPolicy(...given).join('; ')

t.test('a site on plain http sends no Strict-Transport-Security', async (t) => {
  const site = await createSmallSite(t, { config: { siteUrl: 'http://localhost:3000' } })
  t.equal((await site.get('/livez')).headers['strict-transport-security'], undefined)
})

t.test('images of other sites are shown where the configuration names them', async (t) => {
  const imageHosts = ['https://img.example', 'https://*.cdn.example:8443']
  const site = await createSmallSite(t, { config: { imageHosts } })
  const { headers } = await site.get('/fr')
  t.equal(
    headers['content-security-policy'],
    policyOf(allowedScripts(site.build), { images: `'self' data: ${imageHosts.join(' ')}` }),
  )
})

t.test(
  'with web analytics the policy of pages names its script, its server and its second host alone',
  async (t) => {
    const policyWith = async (script: string, env: Record<string, string> = {}) => {
      const site = await createSmallSite(t, { env: { ANALYTICS_SCRIPT: script, ...env } })
      const { headers } = await site.get('/fr', { authorization: `Basic ${btoa('a:password')}` })
      return headers['content-security-policy']
    }
    const [script, host] = ['https://stats.example/m/s.js', 'https://collect.example']
    const scripts = allowedScripts((await createSmallSite(t)).build)
    t.equal(
      await policyWith(`${script}?a`),
      policyOf(`${scripts} ${script}`, { connections: "'self' https://stats.example" }),
    )
    t.equal(
      await policyWith(script, { ANALYTICS_HOST: host }),
      policyOf(`${scripts} ${script}`, { connections: `'self' https://stats.example ${host}` }),
    )
    t.equal(
      await policyWith(script, { ANALYTICS_HOST: host, SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: 'password' }),
      policyOf(scripts),
      'where drafts are shown there is none',
    )
  },
)
