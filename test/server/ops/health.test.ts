// Whether the process lives, has started and can serve.
import t from 'tap'
import { someOf } from '../../helpers/long.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { answerOf, ofData, type Wrong } from '../../helpers/wrong-responses.ts'

const probes = ['/livez', '/healthz', '/startupz', '/readyz']

t.test('a server that runs lives, has started and is ready', async (t) => {
  const site = await createSmallSite(t)
  for (const url of probes) {
    const { statusCode, headers, body } = await site.get(url)
    t.equal(statusCode, 200)
    t.equal(body, '{"status":"ok"}')
    t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    t.equal((await site.get(url, {}, { method: 'HEAD' })).statusCode, 200)
  }
  t.strictSame(site.origin.hits, [], 'the upstream is not asked')
  t.notOk(site.lines.some(({ msg }) => msg === 'request'))
})

t.test('a server is ready when the home pages are in its cache', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  const held = site.origin.hold('/api/home/config/base')
  await site.listen()
  await held.arrived
  const body = '{"status":"starting","reasons":["the cache is being warmed up"]}'
  for (const url of ['/readyz', '/startupz']) {
    const starting = await site.get(url)
    t.match({ statusCode: starting.statusCode, body: starting.body }, { statusCode: 503, body })
  }
  t.equal((await site.get('/livez')).statusCode, 200)
  held.release()
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  t.equal((await site.get('/startupz')).statusCode, 200)
  const { length } = site.origin.hits
  for (const url of ['/zh', '/en']) t.match((await site.get(url)).headers['cache-status'], 'site; hit')
  t.equal(site.origin.hits.length, length)
})

const inside = '{"success":false,"data":null,"msg":"http://inside"}'
const type = 'application/json'
const [siteConfig, menu] = ['/api/home/config/base', '/api/home/route/tree']
/** Each fails one of the two calls that no page can do without. */
const badOrigins: [call: string, path: string, reason: RegExp, wrong: Wrong][] = [
  ['siteConfig', siteConfig, /no response in time/, 'hang'],
  ['siteConfig', siteConfig, /status 401/, { status: 401, type, body: inside }],
  ['siteConfig', siteConfig, /success: false/, { status: 200, type, body: inside }],
  ['menu', menu, /(?!no response yet).+/, ofData(12)],
]

for (const [call, path, reason, wrong] of someOf(badOrigins, 3))
  t.test(`${call}: a server that cannot read it is not ready, until it can: ${reason.source}`, async (t) => {
    // What is not found is stored for ten seconds, which this clock has behind it at once.
    let time = Date.now()
    const now = () => {
      time += 20_000
      return time
    }
    const site = await createSmallSite(t, { warm: true, now, ...(wrong === 'hang' && { timeoutMs: 500 }) })
    const mend = site.origin.answer(path, answerOf(wrong))
    await site.listen()
    const said: string[] = []
    await until(async () => {
      const { statusCode, body } = await site.get('/readyz')
      t.equal(statusCode, 503)
      said.push(...(JSON.parse(body) as { reasons: string[] }).reasons)
      return said.some((one) => new RegExp(`^${call}: ${reason.source}$`).test(one))
    })
    t.notMatch(JSON.stringify(said), /http|127\.0\.0\.1/)
    for (const url of ['/livez', '/startupz']) t.equal((await site.get(url)).statusCode, 200)
    t.ok(site.lines.some((line) => line.msg.startsWith('not ready') && line['call'] === call))
    mend()
    await until(async () => (await site.get('/readyz')).statusCode === 200)
  })
