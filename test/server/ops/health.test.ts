// Whether the process lives, has started and can serve.
import t from 'tap'
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
  const isLogged = site.lines.some(({ msg }) => msg === 'request')
  t.notOk(isLogged, 'and nobody has to read about it')
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
/** Each fails one of the two calls that no page can do without. */
const badOrigins: [name: string, reason: RegExp, wrong: Wrong][] = [
  ['hangs', /no response in time/, 'hang'],
  ['status 401', /status 401/, { status: 401, type: 'application/json', body: inside }],
  ['success: false', /success: false/, { status: 200, type: 'application/json', body: inside }],
  ['a number', /.+/, ofData(12)],
]

for (const [call, path] of [
  ['siteConfig', '/api/home/config/base'],
  ['menu', '/api/home/route/tree'],
] as const) {
  t.test(`${call}: a server that cannot read it is not ready, until it can`, async (t) => {
    // What is not found is stored for ten seconds, which this clock has behind it at once.
    let time = Date.now()
    const now = () => {
      time += 20_000
      return time
    }
    const check = async ([name, reason, wrong]: (typeof badOrigins)[number]) => {
      const site = await createSmallSite(t, { warm: true, now, ...(name === 'hangs' && { timeoutMs: 500 }) })
      const mend = site.origin.answer(path, answerOf(wrong))
      await site.listen()
      const said: string[] = []
      const isSaid = () =>
        said.some((one) => new RegExp(`^${call}: (?!no response yet)${reason.source}$`).test(one))
      await until(async () => {
        const { statusCode, body } = await site.get('/readyz')
        if (statusCode !== 503) t.fail(name)
        said.push(...(JSON.parse(body) as { reasons: string[] }).reasons)
        return isSaid()
      })
      t.notMatch(JSON.stringify(said), /http|127\.0\.0\.1/, name)
      t.equal((await site.get('/livez')).statusCode, 200)
      t.equal((await site.get('/startupz')).statusCode, 200)
      t.ok(site.lines.some((line) => line.msg.startsWith('not ready') && line['call'] === call))
      mend()
      await until(async () => (await site.get('/readyz')).statusCode === 200)
    }
    await Promise.all(badOrigins.map(check))
  })
}
