// Slots for rendering: visitors who leave, who read slowly or whose page never ends do not keep them from other pages.
// Searches that are held open: other pages do not notice, and further searches get 503 with their form.
import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { metricOf } from '../../helpers/ops.ts'
import { requestText } from '../../helpers/raw.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

/** A site that renders two pages at a time, and shows what its operator sees. */
async function createNarrowSite(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  const site = await createSmallSite(t, { mostRenders: 2, ...options })
  const { port } = new URL(await site.listen())
  const value = (name: string) => metricOf(site, name)
  return { ...site, port, value }
}

t.test('a visitor who leaves before the page is loaded holds no slot', async (t) => {
  const site = await createNarrowSite(t, {
    timeoutMs: 600_000,
    partTimeoutMs: 600_000,
    renderSlotMs: 600_000,
  })
  await site.get('/contact')
  const held = site.origin.hold('/api/home/article/detail/11')
  const visitor = connect(Number(site.port), '127.0.0.1')
  await once(visitor, 'connect')
  visitor.write(requestText('GET /contact?product=11 HTTP/1.1', ['Accept: text/html']))
  await held.arrived
  t.equal(await site.value('site_renders_running'), 1)
  visitor.destroy()
  await until(async () => (await site.value('site_renders_running')) === 0)
  held.release()
})

t.test('a visitor who does not read a page for one visitor holds no slot after it is rendered', async (t) => {
  const site = await createNarrowSite(t, { mostRenders: 1 })
  site.origin.patch('/api/home/config/base', (data: { zh: object }) => ({
    ...data,
    zh: { ...data.zh, company: 'long '.repeat(1_400_000) },
  }))
  const headers = { 'user-agent': personAgent }
  const request = get({ port: site.port, path: '/contact?topic=sales', agent: false, headers })
  const [response] = await once(request, 'response')
  response.pause()
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
  t.notOk(response.readableEnded)
  response.destroy()
})

t.test('a full render queue, of eight for each slot, gives 503; stored pages are served', async (t) => {
  const site = await createNarrowSite(t, { mostRenders: 1 })
  await site.get('/news')
  const held = site.origin.hold('/api/home/article/list/news')
  const pages = ['a', ...'12345678'].map((tag) => site.get(`/news?tag=${tag}`))
  await held.arrived
  await until(async () => (await site.value('site_renders_waiting')) === 8)
  const { length } = site.origin.hits
  const refused = await site.get('/news?tag=c')
  t.match(refused, { statusCode: 503, headers: { 'retry-after': '30', 'cache-control': 'no-store' } })
  t.match(refused.body, 'data-error-page="503"')
  t.equal(site.origin.hits.length, length, 'nothing was requested for it')
  const payload = await site.get(`/news/_payload.json?${site.build.id}&tag=e`)
  t.match(payload.json(), { error: true, statusCode: 503 })
  // For one visitor alone, and so never from the cache.
  t.equal((await site.get('/contact?topic=x')).statusCode, 503)
  t.equal((await site.get('/news')).statusCode, 200)
  t.equal(await site.value('site_renders_refused_total'), 3)
  const logged = site.lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)
  t.strictSame(logged, ['page requests rejected: render queue full or too slow'], 'once')
  held.release()
  for (const { statusCode } of await Promise.all(pages)) t.equal(statusCode, 200)
})

t.test('a slot is released at its deadline, whatever becomes of its page', async (t) => {
  const site = await createNarrowSite(t, { renderSlotMs: 100, mostRenders: 1 })
  const held = site.origin.hold('/api/home/article/list/news')
  const stuck = site.get('/news')
  await held.arrived
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
  t.ok(site.lines.some(({ level, msg }) => level === 40 && msg.startsWith('render slot released')))
  held.release()
  t.equal((await stuck).statusCode, 200)
  t.equal(await site.value('site_renders_running'), 0, 'it is released once')
})

t.test('/readyz warns while all slots are taken and none is released', async (t) => {
  let time = Date.now()
  const site = await createNarrowSite(t, { now: () => time })
  const ready = async () => JSON.parse((await site.get('/readyz')).body) as { warnings?: string[] }
  const held = site.origin.hold('/api/home/article/list')
  const first = site.get('/news?tag=a')
  await until(async () => (await site.value('site_renders_running')) === 1)
  time += 60_000
  t.strictSame(await ready(), { status: 'ok' }, 'a slot is free')
  const second = site.get('/news?tag=b')
  await until(async () => (await site.value('site_renders_running')) === 2)
  t.strictSame(await ready(), { status: 'ok' }, 'the last one has just been taken')
  time += 12_000
  const warnings = ['render slots full: all 2 are taken, and none has been released for 12 s']
  t.strictSame(await ready(), { status: 'ok', warnings })
  t.equal(await site.value('site_renders_stalled_seconds'), 12)
  held.release()
  await Promise.all([first, second])
  t.strictSame(await ready(), { status: 'ok' })
  t.equal(await site.value('site_renders_stalled_seconds'), 0)
})

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
