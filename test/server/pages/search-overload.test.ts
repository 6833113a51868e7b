// Searches that are held open: other pages do not notice, and further searches get 503 with their form.

import t, { type Test } from 'tap'
import { personAgent, type Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

/** A site whose origin holds all searches. `release` lets them go on. */
async function createHeldSite(t: Test) {
  const site = await createSmallSite(t, { timeoutMs: 600_000 })
  const { promise, resolve } = Promise.withResolvers<void>()
  site.origin.answer('/api/home/search', async (request, response, body) => {
    await promise
    await site.origin.pass(request, response, body)
  })
  const held = () => site.origin.hits.filter((hit) => hit.includes('/api/home/search'))
  return { ...site, held, release: resolve }
}

/** Sent at once, and not when it is awaited. */
async function search(site: Pick<Site, 'app'>, remoteAddress: string, url: string, accept = 'text/html') {
  const headers = { 'user-agent': personAgent, accept, 'accept-language': 'en' }
  return site.app.inject({ url, remoteAddress, headers })
}

const one = '198.51.100.1'
const other = '198.51.100.2'

t.test('of 40 searches of one address two run at a time, and other visitors notice nothing', async (t) => {
  const site = await createHeldSite(t)
  t.equal((await site.get('/en/news')).statusCode, 200)
  const searches = Array.from({ length: 40 }, (_, at) => search(site, one, `/en?keywords=word${at}`))
  const rejected = await Promise.all(searches.slice(34))
  t.ok(
    rejected.every(({ statusCode }) => statusCode === 503),
    'the others run or wait',
  )
  await until(() => site.held().length === 2)
  t.equal((await site.get('/en/news')).statusCode, 200, 'a stored page')
  t.equal((await site.get('/en/product')).statusCode, 200, 'a page that is rendered now')
  t.equal((await site.get('/api/home/article/list/news?lang=en')).statusCode, 200)
  const another = search(site, other, '/en?keywords=elsewhere')
  await until(() => site.held().length === 3)
  t.match(site.held()[2], 'q=elsewhere', 'another address does not wait')

  const page = await search(site, one, '/en?keywords=%3Cb%3Eflow%20meter&kind=news')
  t.match(page, { statusCode: 503, headers: { 'cache-control': 'no-store', 'retry-after': /^\d+$/ } })
  t.match(page.body, /<form[^>]* action="\/en"[\s\S]*<input[^>]* value="&lt;b&gt;flow meter"/)
  t.match(page.body, 'too many searches right now')
  const next = await search(site, one, '/news?keywords=%E6%B0%B4%E8%A1%A8')
  t.match(
    next.body,
    /<form[^>]* action="\/news"[\s\S]*<input[^>]* value="水表"/,
    'each visitor gets the own words',
  )
  const call = await search(site, one, '/api/home/search?q=x&lang=en', 'application/json')
  t.match([call.statusCode, call.json()], [503, { success: false, data: null }])

  site.release()
  const answered = await Promise.all([...searches.slice(0, 2), another])
  t.ok(answered.every(({ statusCode }) => statusCode === 200))
  await Promise.all(searches)
})
