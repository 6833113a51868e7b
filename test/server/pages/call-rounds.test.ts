// Rounds of calls: what a page needs and what does not depend on each other is requested together.
import t, { type Test } from 'tap'
import { sendJson } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

/** A site whose origin holds its responses. It has stored site configuration and menu. */
async function createHeldSite(t: Test) {
  const site = await createSmallSite(t)
  await site.get('/nowhere')
  const calls: string[] = []
  const gate = Promise.withResolvers<void>()
  site.origin.answer('/api/home/', async ({ method = '', url = '', headers }, response, body) => {
    calls.push(`${method} ${url.replace('/api/home/', '')}`)
    await gate.promise
    const request = { method, path: url, headers: headers as Record<string, string>, body }
    const sent = await site.origin.content.send(request)
    const { data, ...envelope } = JSON.parse(String(sent.body)) as { data: object | null }
    const unnamed = Array.isArray(data) || !data ? data : { ...data, languages: undefined }
    sendJson(response, sent.status, { ...envelope, data: unnamed })
  })
  return { ...site, calls, release: gate.resolve }
}

const pages: [url: string, calls: string[]][] = [
  [
    '/news/1',
    ['GET article/detail/1?lang=zh', 'GET article/detail/1?lang=en', 'POST article/recommends/news'],
  ],
  [
    '/',
    [
      'POST block/banner',
      'POST block/label',
      'GET article/list/news',
      'GET article/list/product',
      'GET article/list/solution',
    ],
  ],
]

for (const [url, wanted] of pages) {
  t.test(`${url} makes its calls in one round`, async (t) => {
    const { get, calls, release } = await createHeldSite(t)
    const page = get(url)
    const missing = () => wanted.filter((call) => !calls.some((sent) => sent.startsWith(call)))
    await until(() => missing().length === 0, { limitMs: 5000 }).catch(() => {})
    t.strictSame(missing(), [], 'sent before the first response')
    const { length } = calls
    release()
    t.equal((await page).statusCode, 200)
    t.strictSame(calls.slice(length), [], 'no call waits for another')
  })
}
