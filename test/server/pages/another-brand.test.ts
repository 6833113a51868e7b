// Another brand: every response has it, and none has a name or a colour of the sample site.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import t from 'tap'
import { createBrandFolder, otherBrand, plum, sampleTraces } from '../../helpers/brand.ts'
import { postOps } from '../../helpers/ops.ts'
import { everyKind, responsesOfEveryKind } from '../../helpers/response-kinds.ts'
import { createSite, robot } from '../../helpers/site.ts'
import { words } from '../../helpers/words.ts'

const siteUrl = 'https://www.echo.example'
const config = { siteUrl, ...everyKind }
const urls = words(`
  / /en /news/1 /en/product /en/solution /about /download /en/manual/1 /en/contact /zh?keywords=a /none/1
  /en/site.webmanifest /zh/sitemap.xml /feed.xml
`)

const site = await createSite(t, { folder: createBrandFolder(t), config })

t.test('no response has a name or a colour of the sample site', async (t) => {
  const traces = sampleTraces()
  for (const url of urls) {
    const { body, headers } = await site.get(url, robot)
    t.notMatch(body + JSON.stringify(headers), traces, url)
  }
  const kinds = await responsesOfEveryKind(site, await site.listen())
  for (const [kind, { body, headers }] of Object.entries(kinds))
    t.notMatch(body + JSON.stringify(headers), traces, kind)
})

t.test('the colours are in one style element, which the policy allows by its digest', async (t) => {
  for (const url of ['/', '/en/none', '/en/contact?topic=x']) {
    const { body, headers } = await site.get(url)
    const [[, style = ''] = [], ...others] = body.matchAll(/<style>(.*?)<\/style>/g)
    t.equal(others.length, 0, url)
    t.match(style, `--brand:light-dark(${plum},`)
    const digest = createHash('sha256').update(style).digest('base64')
    t.match(headers['content-security-policy'], `style-src 'self' 'sha256-${digest}';`, url)
  }
})

t.test('the icon and the manifest have the mark, the names and the colours', async (t) => {
  const icon = await site.get('/favicon.svg')
  t.equal(icon.body, otherBrand['media/brand/mark.svg'])
  t.match(icon.headers['content-security-policy'], 'sandbox')
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
    t.equal(await pixelOf(rawPayload, width! / 2, height! / 2), plum, src)
  }
})

t.test('a brand of a wrong type is no brand, and the rest of the configuration counts', async (t) => {
  const unsafe = { colours: { brand: { light: '#fff}</style><script>alert(1)</script>' }, ink: 'url(//a)' } }
  for (const brand of ['red', { mark: { url: 'a' } }, unsafe]) {
    await postOps(site, '/ops/purge', { all: true, mode: 'hard' }, `Bearer ${everyKind.opsToken}`)
    site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, brand }))
    const { body, statusCode } = await site.get('/en', robot)
    t.equal(statusCode, 200)
    t.match(body, 'Echo Acoustics Ltd.')
    t.notMatch(body, /<style|alert\(1\)/)
  }
})

async function pixelOf(png: Buffer, left: number, top: number): Promise<string> {
  const area = { left: Math.round(left), top: Math.round(top), width: 1, height: 1 }
  const bytes = await sharp(png).extract(area).removeAlpha().raw().toBuffer()
  return `#${bytes.toString('hex')}`
}
