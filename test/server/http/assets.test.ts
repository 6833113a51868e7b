// Files of the build: hashed assets, those of earlier builds, and which build this is.
import { existsSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { readRedisUrl } from '../../../server/base/redis-url.ts'
import { connectRedis } from '../../../server/cache/redis-client.ts'
import { createEarlierAssets } from '../../../server/commands/earlier-assets.ts'
import { isRedisMissing, startRedis } from '../../cache-redis/redis-server.ts'
import { distDir } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'
import { words } from '../../helpers/words.ts'

const site = await createSmallSite(t)
const { application, styles } = site.build

t.test('every file that the build names is there for a year', async (t) => {
  for (const url of [application, ...styles]) {
    const { statusCode, headers } = await site.get(url)
    t.strictSame([statusCode, headers['cache-control']], [200, 'public, max-age=31536000, immutable'], url)
    t.match(headers['content-type'], /^(?:text|application)\/(?:javascript|css); charset=utf-8$/i, url)
    t.equal((await site.get(url, { 'if-none-match': String(headers['etag']) })).statusCode, 304, url)
  }
})

t.test('precompressed for those who take it', async (t) => {
  const whole = await site.get(application)
  t.equal(whole.headers['content-encoding'], undefined)
  t.match(whole.headers['vary'], /accept-encoding/i)
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const answer = await site.get(application, { 'accept-encoding': accepted })
    t.equal(answer.headers['content-encoding'], encoding, accepted)
    t.match(answer.headers['vary'], /accept-encoding/i, accepted)
    t.ok(open(answer.rawPayload).equals(whole.rawPayload), accepted)
  }
})

t.test('what is not there is not found, and not kept', async (t) => {
  for (const url of words('/assets/none-ABCDEFGH.js /assets/ /assets/%2e%2e/manifest.json')) {
    const { statusCode, headers } = await site.get(url)
    t.strictSame([statusCode, headers['cache-control']], [404, 'no-store'], url)
  }
})

t.test('the latest build is not stored, its manifest is immutable, another build is a 404', async (t) => {
  const { id, timestamp } = site.build
  const matcher = { static: {}, wildcard: {}, dynamic: {} }
  const immutable = 'public, max-age=31536000, immutable'
  const missing = (url: string) =>
    [url, 404, 'no-store', { error: true, url, statusCode: 404, message: `Page not found: ${url}` }] as const
  for (const [url, status, cacheControl, expected] of [
    ['/builds/latest.json?1700000000000', 200, 'no-store', { id, timestamp }],
    [`/builds/meta/${id}.json`, 200, immutable, { id, timestamp, matcher, prerendered: [] }],
    missing('/builds/meta/0123456789ab.json'),
    missing('/builds/meta/..%2Flatest.json'),
  ] as const) {
    const { statusCode, headers, body } = await site.get(url, { accept: 'application/json' })
    t.strictSame([statusCode, headers['cache-control'], JSON.parse(body)], [status, cacheControl, expected])
    t.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
})

/** A dist folder with the program of this build under another name. */
function otherBuild(t: Test): { dist: string; file: string } {
  const dist = t.testdir({ assets: {} })
  for (const name of readdirSync(distDir))
    if (name !== 'assets' && name !== 'server') symlinkSync(join(distDir, name), join(dist, name))
  const file = 'main-OLDBUILD.js'
  writeFileSync(join(dist, 'assets', file), 'old')
  writeFileSync(join(dist, 'assets', `${file}.br`), brotliCompressSync('old'))
  writeFileSync(join(dist, 'assets', `${file}.gz`), gzipSync('old'))
  writeFileSync(join(dist, 'assets', 'no-hash.js'), 'not kept')
  return { dist, file }
}

/** A server that starts with this build. */
async function startWith(t: Test, options: { dataDir: string; dist?: string; redisUrl?: string }) {
  const { dataDir, dist = distDir, redisUrl = '' } = options
  const log = { info: () => {}, warn: () => {} }
  const redis = await connectRedis(readRedisUrl(redisUrl), log)
  const assets = await createEarlierAssets(dataDir, dist, redis, log)
  t.teardown(async () => redis?.close())
  await assets.store()
  return createSmallSite(t, { dist, earlierAsset: assets.folderOf })
}

t.test('the files of a build are there after an upgrade, and for 30 days after its last start', async (t) => {
  const dataDir = temporaryFolder(t)
  const { dist, file } = otherBuild(t)
  await startWith(t, { dist, dataDir })
  t.notOk(existsSync(join(dataDir, 'assets/no-hash.js')))

  const { get } = await startWith(t, { dataDir })
  const { body, headers } = await get(`/assets/${file}`)
  t.equal(body, 'old')
  t.match(headers, { 'cache-control': /immutable/, 'content-type': /javascript/ })
  const compressed = await get(`/assets/${file}`, { 'accept-encoding': 'br' })
  t.equal(compressed.headers['content-encoding'], 'br')
  const monthAgo = Date.now() / 1000 - 30 * 86_400 - 60
  utimesSync(join(dataDir, 'assets', file), monthAgo, monthAgo)
  const later = await startWith(t, { dataDir })
  t.equal((await later.get(`/assets/${file}`)).statusCode, 404)
  t.notOk(existsSync(join(dataDir, 'assets', file)))
  t.ok(existsSync(join(dataDir, application)))
})

t.test('with Redis they are there on servers that never had that build', async (t) => {
  if (isRedisMissing(t)) return
  const { url: redisUrl, look } = await startRedis(t)
  const { dist, file } = otherBuild(t)
  await startWith(t, { dist, dataDir: temporaryFolder(t), redisUrl })
  await until(async () => (await look.exists(`site:asset:${file}`)) === 1)
  t.ok((await look.ttl(`site:asset:${file}`)) > 29 * 86_400)
  const { get } = await startWith(t, { dataDir: temporaryFolder(t), redisUrl })
  t.equal((await get(`/assets/${file}`)).body, 'old')
  const compressed = await get(`/assets/${file}`, { 'accept-encoding': 'br' })
  t.equal(compressed.headers['content-encoding'], 'br')
})
