// Default caching fields of frameworks: they are named where they leave nothing for an outage, and may be ignored.
import t from 'tap'
import { someOf } from '../../helpers/long.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

type Site = Awaited<ReturnType<typeof createSmallSite>>

const defaults = {
  Laravel: { 'cache-control': 'no-cache, private' },
  'PHP with sessions': {
    expires: 'Thu, 19 Nov 1981 08:52:00 GMT',
    'cache-control': 'no-store, no-cache, must-revalidate',
    pragma: 'no-cache',
    'set-cookie': 'PHPSESSID=1',
  },
  'Vary: *': { vary: '*' },
  'a targeted field': { 'cdn-cache-control': 'no-store', 'cache-control': 'public, max-age=600' },
} as const
const read = '/api/home/article/detail/1?lang=zh'
const unstored = (site: Site) =>
  site.lines.filter(({ msg }) => msg.startsWith('upstream response not stored'))
const warningsOf = async (site: Site): Promise<string[]> => (await site.get('/readyz')).json().warnings ?? []

for (const [name, fields] of someOf(Object.entries(defaults), 2, 1)) {
  t.test(`${name}: the log names call and field once a minute, /readyz while it lasts`, async (t) => {
    let time = Date.parse('2026-11-20T08:00:00Z')
    const site = await createSmallSite(t, { now: () => time })
    site.origin.rewrite('/api/home/', () => ({ fields }))
    const [field = '', value = ''] = Object.entries(fields)[0]!
    for (let request = 0; request < 3; request++) {
      await site.get(read)
      time += 15_000
    }
    const named = new RegExp(`${field}: ${value.replace('*', '\\*')}`, 'i')
    t.match(unstored(site), [{ level: 40, call: 'articleDetail', field: named, path: read.split('?')[0] }])
    t.match(await warningsOf(site), [/^storing forbidden: articleDetail: /])
    time += 600_000
    t.strictSame(await warningsOf(site), [])
  })

  t.test(`${name}: with UPSTREAM_CACHE=policy a page survives the end of the upstream`, async (t) => {
    const site = await createSmallSite(t, { config: { upstreamCache: 'policy' } })
    site.origin.rewrite('/api/home/', () => ({ fields }))
    t.equal((await site.get('/news/1')).statusCode, 200)
    const { headers } = await site.get(read)
    t.match(headers['cache-control'], /^public, max-age=0, s-maxage=7200, stale-while-revalidate/)
    const { 'set-cookie': cookie, pragma, expires, 'cdn-cache-control': targeted, vary = '' } = headers
    t.strictSame([cookie, pragma, expires, targeted], Array(4).fill(undefined))
    t.notMatch(vary, /\*/)
    t.strictSame([unstored(site), await warningsOf(site)], [[], []])
    await site.origin.close()
    for (const url of ['/news/1', read]) t.equal((await site.get(url)).statusCode, 200, url)
  })
}
