// Optional search call: the lists of an origin without it are searched, and it is requested again after ten minutes.
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { createClock, minute } from '../../cache/helpers/clock.ts'
import { find } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const missing = { success: false, data: null, msg: 'Not found' }
const lists = ['product', 'solution', 'service', 'news']

async function createWorld(t: Parameters<typeof createSmallSite>[0]) {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now })
  /** The paths that a search requests, without those of the frame of the page. */
  const requested = async (url: string) => {
    site.origin.hits.length = 0
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, 200)
    const paths = site.origin.hits.map((hit) => find(hit, / \/api\/home\/((?:search|article)[^?]*)/))
    return { body, paths: paths.filter(Boolean).sort() }
  }
  return { clock, site, requested }
}

t.test('with the call, a search is one request', async (t) => {
  const { requested } = await createWorld(t)
  t.strictSame((await requested('/en?keywords=meter')).paths, ['search'])
  t.strictSame((await requested('/en?keywords=kit')).paths, ['search'])
})

t.test('without the call, the lists are searched, and the 404 is remembered for ten minutes', async (t) => {
  const { clock, site, requested } = await createWorld(t)
  const listPaths = lists.map((section) => `article/list/${section}`).sort()
  const restore = site.origin.json('/api/home/search', missing, 404)
  const first = await requested('/en?keywords=meter')
  t.strictSame(first.paths, [...listPaths, 'search'])
  t.match(first.body, '<a href="/en/product/11"><mark>Meter</mark> A</a>')
  t.match(first.body, 'name="robots" content="noindex"')

  t.strictSame((await requested('/en?keywords=summary&kind=news')).paths, listPaths)
  clock.advance(10 * minute - 1)
  t.strictSame((await requested('/en?keywords=repair')).paths, listPaths)
  const call = await site.get('/api/home/search?q=meter&lang=en&size=3')
  const ids = JSON.parse(call.body).data.list.map(({ id }: { id: number }) => id)
  t.strictSame(ids, [11, 14], 'a browser receives suggestions')
  site.origin.hits.length = 0
  await site.get('/api/home/search?q=TL-%E2%81%A0Gate&lang=en')
  t.match(site.origin.hits[0], /keywords=TL-Gate&/, 'copied from a page')
  await requested('/en?keywords=valve&sort=date')
  t.match(site.origin.hits[0], /keywords=valve&sort=date&/)

  clock.advance(1)
  t.strictSame((await requested('/en?keywords=survey')).paths, [...listPaths, 'search'])
  restore()
  t.strictSame((await requested('/en?keywords=fair')).paths, listPaths, 'remembered again')
  clock.advance(10 * minute)
  t.strictSame((await requested('/en?keywords=kit')).paths, ['search'])
})

t.test('an error is not remembered', async (t) => {
  const { site, requested } = await createWorld(t)
  const restore = site.origin.json('/api/home/search', missing, 500)
  t.match((await requested('/en?keywords=meter')).body, '<a href="/en/product/11">')
  restore()
  t.strictSame((await requested('/en?keywords=kit')).paths, ['search'])
})

t.test('the sections are listed in turns, on every page, with their numbers', async (t) => {
  const { site } = await createWorld(t)
  site.origin.json('/api/home/search', missing, 404)
  const search = async (query: string) => {
    const { body } = await site.get(`/api/home/search?lang=en&q=summary&${query}`)
    const { list, total, counts } = JSON.parse(body).data
    return { rows: list.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`), total, counts }
  }
  const counts = { product: 2, solution: 2, service: 2, news: 3 }
  const all = await search('size=50')
  t.strictSame(all.counts, counts)
  t.equal(all.total, 9)
  const kinds = all.rows.map((row: string) => row.split(' ')[0])
  t.strictSame(kinds, [...lists, ...lists, 'news'])
  const parts = await Promise.all([1, 2, 3, 4].map((page) => search(`size=3&page=${page}`)))
  const together = parts.flatMap(({ rows }) => rows)
  t.strictSame(together, all.rows)
  t.equal(parts[3]?.rows.length, 0)
  const news = await search('size=2&page=2&kind=news')
  t.strictSame(news, { rows: [all.rows[8]], total: 3, counts })
  t.strictSame((await search('kind=manual')).rows, [])
})

t.test('a section that fails is left out, and the result is not stored', async (t) => {
  const { site } = await createWorld(t)
  site.origin.json('/api/home/search', missing, 404)
  const restore = site.origin.json('/api/home/article/list/news', missing, 500)
  const search = () => site.get('/api/home/search?lang=en&q=summary')
  const partial = await search()
  t.notOk('news' in JSON.parse(partial.body).data.counts)
  t.match(partial.headers['cache-control'], 'no-store')
  restore()
  t.ok('news' in JSON.parse((await search()).body).data.counts)
})

t.test('what is no search result counts as none: HTML, another envelope, no data', async (t) => {
  const { site } = await createWorld(t)
  const answers = {
    HTML: (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<html>'),
    'a list': (response: ServerResponse) => response.end('[]'),
    'no data': (response: ServerResponse) => response.end('{"success":true,"data":null}'),
  }
  for (const [name, answer] of Object.entries(answers)) {
    site.origin.answer('/api/home/search', (_request, response) => void answer(response))
    const { body, statusCode } = await site.get(
      `/en?keywords=${encodeURIComponent(`meter ${name}`.slice(0, 5))}`,
    )
    t.equal(statusCode, 200, name)
    t.match(body, '<a href="/en/product/11">', name)
  }
})
