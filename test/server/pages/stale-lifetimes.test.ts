// What is stale is sent without a lifetime for caches in front and browsers, whatever made it stale.
import type { LightMyRequestResponse } from 'fastify'
import t, { type Test } from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { createClock, hour } from '../../cache/helpers/clock.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { status } from '../../helpers/upstream.ts'

const island = { locale: 'zh', model: 'news', id: 1, limit: 3 } as const
type Asked = [name: string, url: string]

/** Seconds for which a cache in front would keep the response; some of them ignore Age. */
function lifetimeOf({ headers }: LightMyRequestResponse): number {
  const fields = [headers['cache-control'], headers['cdn-cache-control'], headers['surrogate-control']]
  const given = [...fields.join().matchAll(/(?:max-age|s-maxage)=(\d+)/g)].map(([, text]) => Number(text))
  if (given.length === 0) return Number.POSITIVE_INFINITY
  return Math.max(...given, headers['expires'] ? Date.parse(String(headers['expires'])) : 0)
}

async function createWorld(t: Test) {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now, config: { opsToken } })
  const asked: Asked[] = [
    ['document', '/news/1'],
    ['payload', `/news/1/_payload.json?${site.build.id}`],
    ['island', islandUrl({ name: 'RecommendedArticles', props: island }, site.build.id)],
    ['feed', '/feed.xml'],
    ['index of sitemaps', '/sitemap.xml'],
    ['sitemap', '/zh/sitemap.xml'],
    ['call', '/api/home/article/detail/1?lang=zh'],
  ]
  const ask = ([, url]: Asked, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    site.get(url, { 'user-agent': botAgent, accept: '*/*', ...headers }, { method })
  const purge = () => postOps(site, '/ops/purge', { all: true, mode: 'soft' })
  /** All of them twice: what is refreshed in the background in between has failed. */
  const eachTwice = async (check: (sent: LightMyRequestResponse, name: string) => void) => {
    for (const round of [1, 2])
      for (const one of asked) {
        const sent = await ask(one)
        check(sent, `${one[0]}, ${round}`)
        check(await ask(one, {}, 'HEAD'), `${one[0]}, HEAD, ${round}`)
        const etag = sent.headers['etag']
        if (etag) check(await ask(one, { 'if-none-match': String(etag) }), `${one[0]}, 304, ${round}`)
      }
  }
  return { site, clock, purge, eachTwice }
}

for (const name of ['after a soft purge', 'while it may be revalidated'])
  t.test(`${name} no response has a lifetime`, async (t) => {
    const { site, eachTwice, purge, clock } = await createWorld(t)
    await eachTwice((sent, one) => {
      t.ok([200, 304].includes(sent.statusCode), one)
      t.ok(lifetimeOf(sent) > 0, `${one} has a lifetime while it is fresh`)
    })
    site.origin.answer('/', status(500))
    if (name.includes('purge')) await purge()
    else clock.advance(3 * hour)
    await eachTwice((sent, one) => {
      t.ok([200, 304].includes(sent.statusCode), `${one}: ${sent.statusCode}`)
      t.equal(lifetimeOf(sent), 0, `${one}: ${sent.headers['cache-control']}`)
    })
  })
