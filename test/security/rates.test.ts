// Rate limits per address and minute: 429 and Retry-After.
import t from 'tap'
import { opsToken, postOps } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const minuteMs = 60_000
const message = 'Too Many Requests'

t.test('one address', async (t) => {
  let time = Date.now()
  // A tenth of the usual limits.
  const config = { addressRate: 10, opsToken }
  const site = await createSmallSite(t, { config, now: () => time })
  const passMinute = () => {
    time += minuteMs
  }

  await t.test('may search twelve times, then waits for the rest of the minute', async (t) => {
    const answers = await repeat(13, (count) => site.get(`/news?keywords=a${count}`))
    t.strictSame(countsOf(answers), { 200: 12, 429: 1 })
    const last = answers.at(-1)
    t.match(last?.headers, { 'retry-after': '60', 'cache-control': 'no-store' })
    t.match(last?.body, 'data-error-page="429"')
    const call = await site.get('/api/home/article/list/news?keywords=x')
    t.equal(call.statusCode, 429, 'a call counts as well')
    t.strictSame(call.json(), { success: false, data: null, msg: message, message })
    t.equal((await site.get('/news')).statusCode, 200, 'pages have no limit')
    const elsewhere = await site.get('/news?keywords=b', {}, { remoteAddress: '198.51.100.7' })
    t.equal(elsewhere.statusCode, 200, 'neither has another address')
    passMinute()
    t.equal((await site.get('/news?keywords=c')).statusCode, 200)
  })

  await t.test('may request suggestions twice as often', async (t) => {
    const suggestions = await repeat(25, (count) => site.get(`/api/home/search?q=a${count}&lang=en`))
    t.strictSame(countsOf(suggestions), { 200: 24, 429: 1 })
    t.equal((await site.get('/en?keywords=d')).statusCode, 200, 'search pages are counted apart')
    passMinute()
    t.equal((await site.get('/api/home/search?q=b&lang=en')).statusCode, 200)
  })

  await t.test('may write six times, and read with POST as often as it likes', async (t) => {
    const write = () => site.app.inject({ method: 'DELETE', url: '/api/home/nothing' })
    const answers = await repeat(7, write)
    t.equal(answers.at(-1)?.statusCode, 429)
    const read = () => site.app.inject({ method: 'POST', url: '/api/home/block/label', payload: {} })
    t.strictSame(countsOf(await repeat(20, read)), { 200: 20 })
  })

  await t.test('may give a wrong secret, and a right one always', async (t) => {
    const purge = async (secret: string) =>
      (await postOps(site, '/ops/purge', { tag: 'x' }, `Bearer ${secret}`)).statusCode
    t.strictSame(await repeat(2, () => purge('wrong')), [401, 429])
    t.equal(await purge(opsToken), 200)
    passMinute()
    t.equal(await purge('wrong'), 401)
  })

  await t.test('is counted where it ran into a limit', async (t) => {
    const { body } = await site.get('/metrics')
    for (const [limit, count] of Object.entries({ search: 2, suggestions: 1, writes: 1, purge: 1 }))
      t.match(body, `site_refused_total{limit="${limit}"} ${count}`)
  })
})

async function repeat<T>(times: number, run: (count: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let count = 0; count < times; count++) done.push(await run(count))
  return done
}

function countsOf(answers: { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}
