// Another brand: every response has it, and none has a name or a colour of the sample site.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { createBrandFolder, otherBrand, plum, sampleTraces } from '../../helpers/brand.ts'
import { everyKind, responsesOfEveryKind } from '../../helpers/response-kinds.ts'
import { botAgent, createSite } from '../../helpers/site.ts'
import { words } from '../../helpers/words.ts'

const root = join(import.meta.dirname, '../../..')
const siteUrl = 'https://www.echo.example'
const config = { siteUrl, ...everyKind }
const pages = words(`
  / /news /news/1 /product /product/11 /service /solution /about /download /manual/1 /contact /zh?keywords=a
  /none/1
`)
const inBoth = pages.flatMap((path) => [path, path === '/' ? '/en' : `/en${path.replace(/^\/zh/, '')}`])
const files = words(`
  /favicon.svg /site.webmanifest /en/site.webmanifest /robots.txt /sitemap.xml /zh/sitemap.xml
  /en/sitemap.xml /zh/sitemap-news.xml /feed.xml /en/feed.xml /api/home/config/base /api/home/about/1
`)

function createBrandSite(t: Test, changed = {}) {
  return createSite(t, { folder: createBrandFolder(t, changed), config })
}

const site = await createBrandSite(t)

t.test('no response has a name or a colour of the sample site', async (t) => {
  const traces = sampleTraces()
  for (const url of [...inBoth, ...files]) {
    const { body, headers } = await site.get(url, { 'user-agent': botAgent })
    t.notMatch(body + JSON.stringify(headers), traces, url)
  }
  const { body } = await site.app.inject({ method: 'POST', url: '/api/home/config/base', payload: {} })
  t.match(body, 'Echo Acoustics')
  t.notMatch(body, traces)
  const kinds = await responsesOfEveryKind(site, await site.listen())
  for (const [kind, { body, headers }] of Object.entries(kinds))
    t.notMatch(body + JSON.stringify(headers), traces, kind)
})

t.test('no source and no file of the build has a name or a colour of the sample site', async (t) => {
  const sources = globSync('{client,server,shared,public}/**/*.{ts,tsx,mjs,css,svg,json}', {
    cwd: root,
    exclude: (name) => String(name).includes('content/sample'),
  })
  const built = Object.keys(site.build.integrity).map((url) => join('dist', url))
  t.ok(sources.length > 300 && built.length > 4)
  for (const file of [...sources, ...built])
    t.notMatch(readFileSync(join(root, file), 'utf8'), sampleTraces(), file)
})

t.test('header, footer, title, structured data and share metadata have the brand', async (t) => {
  const { body } = await site.get('/en', { 'user-agent': botAgent })
  t.match(body, '<span class="long-name">Echo Acoustics</span><span class="short-name">Echo</span>')
  t.match(body, '<h2 class="footer-name">Echo Acoustics Ltd.</h2>')
  t.match(body, /<title>[^<]*Echo Acoustics<\/title>/)
  t.match(body, '<meta property="og:site_name" content="Echo Acoustics"/>')
  t.match(body, '<meta name="theme-color" content="#fbf3f8" media="(prefers-color-scheme: light)"/>')
  t.match(body, '<meta name="theme-color" content="#1d0f18" media="(prefers-color-scheme: dark)"/>')
  t.match(body, '<link rel="manifest" href="/en/site.webmanifest"/>')
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
  t.match(JSON.parse(json)['@graph'][0], {
    '@type': 'Organization',
    name: 'Echo Acoustics',
    legalName: 'Echo Acoustics Ltd.',
    slogan: 'Precision you can hear',
    foundingDate: '1998',
    logo: `${siteUrl}/favicon.svg`,
    sameAs: ['https://social.example/echo'],
  })
})

t.test('the colours are in one style element, which the policy allows by its digest', async (t) => {
  for (const url of ['/', '/en/news/1', '/en/none', '/en/contact?topic=x']) {
    for (const agent of [botAgent, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0']) {
      const { body, headers } = await site.get(url, { 'user-agent': agent, accept: 'text/html' })
      if (!body.includes('<html')) continue
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/g)].map(([, style]) => style!)
      t.equal(styles.length, 1, url)
      t.match(styles[0], `--brand:light-dark(${plum},`)
      t.match(styles[0], `--accent:light-dark(#4d3800,#f2d06b)`)
      const digest = createHash('sha256').update(styles[0]!).digest('base64')
      t.match(headers['content-security-policy'], `style-src 'self' 'sha256-${digest}';`, url)
    }
  }
})

t.test('the icon and the manifest have the mark, the names and the colours', async (t) => {
  const icon = await site.get('/favicon.svg')
  t.equal(icon.body, otherBrand['media/brand/mark.svg'])
  t.match(icon.headers['content-security-policy'], 'sandbox')
  const again = await site.get('/favicon.svg', { 'if-none-match': String(icon.headers['etag']) })
  t.equal(again.statusCode, 304)
  const manifest = (await site.get('/en/site.webmanifest')).json()
  t.match(manifest, {
    name: 'Echo Acoustics',
    short_name: 'Echo',
    lang: 'en-US',
    start_url: '/en',
    theme_color: '#fbf3f8',
  })
  t.match((await site.get('/site.webmanifest')).json(), { name: '回声声学', lang: 'zh-CN', start_url: '/' })
  for (const { src, sizes, type } of manifest.icons.slice(1)) {
    const { rawPayload, headers } = await site.get(src)
    t.equal(headers['content-type'], type)
    const { width, height } = await sharp(rawPayload).metadata()
    t.equal(`${width}x${height}`, sizes)
    t.equal(await pixelOf(rawPayload, { left: width! / 2, top: height! / 2 }), plum, src)
    t.equal(await pixelOf(rawPayload, { left: 2, top: 2 }), '#ffffff', src)
  }
  t.equal((await site.get('/apple-touch-icon.png')).headers['content-type'], 'image/png')
})

t.test('a brand of a wrong type is no brand, and the rest of the configuration counts', async (t) => {
  const unsafe = { colours: { brand: { light: '#fff}</style><script>alert(1)</script>' }, ink: 'url(//a)' } }
  for (const brand of ['red', 7, [], { colours: { brand: '#5b8def' } }, { mark: { url: 'a' } }, unsafe]) {
    const site = await createBrandSite(t)
    site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, brand }))
    const { body, statusCode } = await site.get('/en', { 'user-agent': botAgent })
    t.equal(statusCode, 200)
    t.match(body, 'Echo Acoustics Ltd.')
    t.notMatch(body, '<style')
    t.notMatch(body, 'alert(1)')
  }
})

async function pixelOf(png: Buffer, { left, top }: { left: number; top: number }): Promise<string> {
  const area = { left: Math.round(left), top: Math.round(top), width: 1, height: 1 }
  const [r = 0, g = 0, b = 0] = await sharp(png).extract(area).removeAlpha().raw().toBuffer()
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
