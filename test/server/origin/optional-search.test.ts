// Optional search call: an origin without it is searched by lists, and requested again after ten minutes.
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
  const call = await site.get('/api/home/search?q=meter&lang=en')
  t.equal(call.statusCode, 404, 'the browser receives the 404 as well')

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
