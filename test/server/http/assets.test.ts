// Files that are served as they are: hashed assets, icon, web manifest; those of two builds in a shared folder.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const site = await createSmallSite(t)
const { application, styles } = site.build

t.test('every file that the build names is there for a year', async (t) => {
  for (const url of [application, ...styles]) {
    const { statusCode, headers } = await site.get(url)
    t.equal(statusCode, 200, url)
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable', url)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
})

t.test('types', async (t) => {
  const types: [url: string, type: RegExp][] = [
    [application, /^(?:text|application)\/javascript; charset=utf-8$/i],
    [styles[0]!, /^text\/css; charset=utf-8$/i],
    ['/mark.svg', /^image\/svg\+xml/],
    ['/site.webmanifest', /^application\/manifest\+json/],
  ]
  for (const [url, type] of types) t.match((await site.get(url)).headers['content-type'], type, url)
})

t.test('precompressed for those who take it', async (t) => {
  for (const url of [application, styles[0]!, '/mark.svg']) {
    const whole = await site.get(url)
    t.equal(whole.headers['content-encoding'], undefined)
    t.match(whole.headers['vary'], /accept-encoding/i, url)
    const rows = [
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const
    for (const [accepted, encoding, open] of rows) {
      const answer = await site.get(url, { 'accept-encoding': accepted })
      t.equal(answer.headers['content-encoding'], encoding, `${url} ${accepted}`)
      t.match(answer.headers['vary'], /accept-encoding/i, `${url} ${accepted}`)
      t.equal(answer.headers['content-type'], whole.headers['content-type'])
      t.ok(open(answer.rawPayload).equals(whole.rawPayload), `${url} ${accepted}`)
      t.ok(answer.rawPayload.length < whole.rawPayload.length)
    }
  }
})

t.test('a conditional request for an unchanged file gets 304', async (t) => {
  const { headers } = await site.get(application)
  const again = await site.get(application, { 'if-none-match': String(headers['etag']) })
  t.equal(again.statusCode, 304)
  t.equal(again.body, '')
})

t.test('the web manifest names files that are there', async (t) => {
  const manifest = (await site.get('/site.webmanifest')).json<{ icons: { src: string }[] }>()
  for (const { src } of manifest.icons) t.equal((await site.get(src)).statusCode, 200, src)
})

t.test('what is not there is not found, and not kept', async (t) => {
  for (const url of words(`
    /assets/none-ABCDEFGH.js /assets/ /assets /assets/%2e%2e/manifest.json /assets/..%2fmanifest.json
  `)) {
    const { statusCode, headers } = await site.get(url)
    t.equal(statusCode, 404, url)
    t.equal(headers['cache-control'], 'no-store', url)
  }
})

t.test('a file of another build is served from the shared folder, like one of its own', async (t) => {
  const assetsDir = join(t.testdir(), 'shared')
  const site = await createSmallSite(t, { config: { assetsDir } })
  const own = site.build.application.replace('/assets/', '')
  t.ok(readdirSync(assetsDir).includes(own), 'it puts its own files there')
  t.ok(readdirSync(assetsDir).every((name) => !name.endsWith('.part')))
  // The next build starts beside it.
  writeFileSync(join(assetsDir, 'main-NEXT.js'), 'next')
  writeFileSync(join(assetsDir, 'main-NEXT.js.br'), 'compressed')
  const next = await site.get('/assets/main-NEXT.js')
  t.equal(next.body, 'next')
  t.match(next.headers, { 'cache-control': /immutable/, 'content-type': /javascript/ })
  t.equal(
    (await site.get('/assets/main-NEXT.js', { 'accept-encoding': 'br' })).headers['content-encoding'],
    'br',
  )
  t.equal((await site.get(`/assets/${own}`)).statusCode, 200)
  t.equal((await site.get('/assets/main-NONE.js')).statusCode, 404)
  t.equal((await site.get('/assets/..%2fshared%2fmain-NEXT.js')).statusCode, 404)
})

t.test('without the folder a server has its own files, and says so', async (t) => {
  const assetsDir = join(t.testdir({ file: '' }), 'file/assets')
  const site = await createSmallSite(t, { config: { assetsDir } })
  t.equal((await site.get(site.build.application)).statusCode, 200)
  t.ok(site.lines.some(({ msg, level }) => msg === 'assets not copied to the shared folder' && level === 40))
})
