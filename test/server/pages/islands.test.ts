// Islands: blocks as HTML, for registered names and props that match the hash in the URL.
import t, { type Test } from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const props = { locale: 'en', model: 'news', id: 1, limit: 3 } as const

async function createWorld(t: Test) {
  const site = await createSmallSite(t)
  const urlOf = (change: object = {}) =>
    islandUrl({ name: 'RecommendedArticles', props: { ...props, ...change } }, site.build.id)
  return { ...site, urlOf }
}

t.test('an island has the same HTML as in the document', async (t) => {
  const { get, urlOf } = await createWorld(t)
  const { statusCode, headers, body } = await get(urlOf())
  t.equal(statusCode, 200)
  t.match(headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': /^public, max-age=0, s-maxage=7200/,
    'cache-tag': 'articleRecommends,category:news',
  })
  const { id, html, head, ...others } = JSON.parse(body)
  t.match(id, /^RecommendedArticles_[a-z0-9]+$/)
  t.strictSame({ head, others }, { head: {}, others: {} })
  const document = (await get('/en/news/1')).body.replaceAll('<!-- -->', '')
  t.ok(document.includes(`<div data-island="RecommendedArticles">${html}</div>`))
})

// CVE-2026-47200: pages were islands of Nuxt too, and bypassed the guards of pages.
t.test('unknown names, props that do not match the hash, and other builds are a 404', async (t) => {
  const { get, urlOf, origin, build } = await createWorld(t)
  const right = urlOf()
  for (const url of [
    ...['page_index', '__proto__'].map((name) => right.replace('RecommendedArticles', name)),
    right.replace('%22id%22%3A1', '%22id%22%3A2'),
    islandUrl({ name: 'RecommendedArticles', props }, `${build.id}x`),
    urlOf({ template: '<b/>' }),
  ])
    t.equal((await get(url)).statusCode, 404, url)
  t.notOk(origin.hits.some((hit) => hit.includes('recommends')))
})

t.test('invalid props are rejected', async (t) => {
  const { get, urlOf, origin } = await createWorld(t)
  const [path = ''] = urlOf().split('?')
  const changes = [{ locale: 'fr' }, { model: 'secret' }, { id: 1.5 }, { limit: 99 }]
  const wrong = changes.map((change) => JSON.stringify({ ...props, ...change }))
  for (const json of [...wrong, 'null', '{'])
    t.equal((await get(`${path}?props=${encodeURIComponent(json)}`)).statusCode, 400, json)
  const encoded = encodeURIComponent(JSON.stringify(props))
  for (const query of ['', `?props=${encoded}&x=1`]) t.equal((await get(path + query)).statusCode, 400, query)
  t.strictSame(origin.hits, [])
})
