// Searches that are held open: other pages do not notice, and further searches get 503 with their form.

import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const one = '198.51.100.1'
const other = '198.51.100.2'

t.test('of 40 searches of one address two run at a time, and other visitors notice nothing', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 600_000 })
  const { release } = site.origin.hold('/api/home/search')
  const held = () => site.origin.hits.filter((hit) => hit.includes('/api/home/search'))
  /** Sent at once, and not when it is awaited. */
  const search = async (remoteAddress: string, url: string, accept = 'text/html') =>
    site.get(url, { accept, 'accept-language': 'en' }, { remoteAddress })
  t.equal((await site.get('/en/news')).statusCode, 200)
  const searches = Array.from({ length: 40 }, (_, at) => search(one, `/en?keywords=word${at}`))
  const rejected = await Promise.all(searches.slice(34))
  t.ok(rejected.every(({ statusCode }) => statusCode === 503))
  await until(() => held().length === 2)
  t.equal((await site.get('/en/news')).statusCode, 200, 'a stored page')
  t.equal((await site.get('/en/product')).statusCode, 200, 'a page that is rendered now')
  t.equal((await site.get('/api/home/article/list/news?lang=en')).statusCode, 200)
  const another = search(other, '/en?keywords=elsewhere')
  await until(() => held().length === 3)
  t.match(held()[2], 'q=elsewhere', 'another address does not wait')

  const page = await search(one, '/en?keywords=%3Cb%3Eflow%20meter&kind=news')
  t.match(page, { statusCode: 503, headers: { 'cache-control': 'no-store', 'retry-after': /^\d+$/ } })
  t.match(page.body, /<form[^>]* action="\/en"[\s\S]*<input[^>]* value="&lt;b&gt;flow meter"/)
  t.match(page.body, 'too many searches right now')
  const next = await search(one, '/news?keywords=%E6%B0%B4%E8%A1%A8')
  t.match(
    next.body,
    /<form[^>]* action="\/news"[\s\S]*<input[^>]* value="水表"/,
    'each visitor gets the own words',
  )
  const call = await search(one, '/api/home/search?q=x&lang=en', 'application/json')
  t.match([call.statusCode, call.json()], [503, { success: false, data: null }])

  release()
  const answered = await Promise.all([...searches.slice(0, 2), another])
  t.ok(answered.every(({ statusCode }) => statusCode === 200))
  await Promise.all(searches)
})
