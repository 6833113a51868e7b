// Security headers: on every response, and the policy of each kind of response.
import t from 'tap'
import { allowedScripts } from '../../helpers/allowed-scripts.ts'
import { documentPolicy, inertPolicy } from '../../helpers/document-policy.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': /^accelerometer=\(\), .*camera=\(\), .*xr-spatial-tracking=\(\)$/,
}
const inert = inertPolicy.join('; ')
const policyOf = (...given: Parameters<typeof documentPolicy>) => documentPolicy(...given).join('; ')

const site = await createSmallSite(t)
const urls = [
  '/',
  '/fr',
  '/NEWS',
  '/livez',
  '/builds/latest.json',
  '/api/home/about/1',
  '/api/nowhere',
  '/media/files/sheet.txt',
  `/_payload.json?${site.build.id}`,
  '/favicon.svg',
  site.build.application,
  '/language/en',
]

t.test('security headers are on every response, and none reveals the server software', async (t) => {
  for (const url of urls) {
    const { headers } = await site.get(url)
    const policy = url.startsWith('/media/') ? 'cross-origin' : 'same-origin'
    t.match(headers, { ...common, 'cross-origin-resource-policy': policy }, url)
    t.ok(headers['content-security-policy'], url)
    t.equal(headers['server'], undefined, url)
    t.equal(headers['x-powered-by'], undefined, url)
  }
})

t.test('the policy of a response that is not a document allows nothing', async (t) => {
  for (const url of [
    '/livez',
    '/builds/latest.json',
    '/api/home/about/1',
    '/NEWS',
    `/_payload.json?${site.build.id}`,
  ]) {
    t.equal((await site.get(url)).headers['content-security-policy'], inert, url)
  }
})

t.test('a page that is made whole runs the site’s own scripts only', async (t) => {
  const ofDocuments = policyOf(allowedScripts(site.build))
  const bot = await site.get('/news/1', { 'user-agent': 'Googlebot/2.1' })
  t.equal(bot.headers['content-security-policy'], ofDocuments)
  t.equal((await site.get('/fr')).headers['content-security-policy'], ofDocuments)
})

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
    const scripts = allowedScripts(site.build)
    t.equal(
      await policyWith(`${script}?a`),
      policyOf(`${scripts} ${script}`, { connections: "'self' https://stats.example" }),
    )
    t.equal(
      await policyWith(script, { ANALYTICS_HOST: host }),
      policyOf(`${scripts} ${script}`, { connections: `'self' https://stats.example ${host}` }),
    )
    t.equal(
      await policyWith('/analytics/umami.js', { ANALYTICS_HOST: host }),
      policyOf(scripts, { connections: `'self' ${host}` }),
    )
    t.equal(
      await policyWith(script, { ANALYTICS_HOST: host, SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: 'password' }),
      policyOf(scripts),
      'where drafts are shown there is none',
    )
  },
)
