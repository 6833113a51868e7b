// What is stale is sent without a lifetime for caches in front and browsers, whatever made it stale.
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { hour } from '../../cache/helpers/clock.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent, type Site } from '../../helpers/site.ts'
import { status } from '../../helpers/upstream.ts'

/** Seconds for which a cache in front would keep the response; some of them ignore Age. */
function lifetimeOf({ headers }: LightMyRequestResponse): number {
  const fields = [headers['cache-control'], headers['cdn-cache-control'], headers['surrogate-control']]
  const given = [...fields.join().matchAll(/(?:max-age|s-maxage)=(\d+)/g)].map(([, text]) => Number(text))
  if (given.length === 0) return Number.POSITIVE_INFINITY
  return Math.max(...given, headers['expires'] ? Date.parse(String(headers['expires'])) : 0)
}

/** Of each kind of response, as GET, HEAD and 304, twice: what is refreshed in the background in between has failed. */
async function lifetimes({ get, build }: Site): Promise<Record<string, number>> {
  const props = { locale: 'zh', model: 'news', id: 1, limit: 3 } as const
  const urls = [
    '/news/1',
    `/news/1/_payload.json?${build.id}`,
    islandUrl({ name: 'RecommendedArticles', props }, build.id),
    '/feed.xml',
    '/sitemap.xml',
    '/zh/sitemap.xml',
    '/api/home/article/detail/1?lang=zh',
  ]
  const found: Record<string, number> = {}
  const headers = { 'user-agent': botAgent, accept: '*/*' }
  for (const round of [1, 2])
    for (const url of urls) {
      const sent = await get(url, headers)
      const responses = [sent, await get(url, headers, { method: 'HEAD' })]
      const etag = sent.headers['etag']
      if (etag) responses.push(await get(url, { ...headers, 'if-none-match': String(etag) }))
      for (const one of responses) found[`${url}, ${round}: ${one.statusCode}`] = lifetimeOf(one)
    }
  return found
}

for (const name of ['after a soft purge', 'while it may be revalidated'])
  t.test(`${name} no response has a lifetime`, async (t) => {
    const site = await createWorld(t)
    const fresh = await lifetimes(site)
    for (const [name, seconds] of Object.entries(fresh)) t.ok(seconds > 0, `${name} is fresh`)
    site.origin.answer('/', status(500))
    if (name.includes('purge')) await site.purge({ all: true, mode: 'soft' })
    else site.clock.advance(3 * hour)
    t.strictSame(await lifetimes(site), Object.fromEntries(Object.keys(fresh).map((name) => [name, 0])))
  })
