// Files that are served as they are: hashed assets, icon, web manifest.
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
