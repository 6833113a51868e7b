// The required call of a page: 404 where there is no such item, 502 where the upstream failed. Neither is stored as the page.
import t from 'tap'
import { day, second } from '../../cache/helpers/clock.ts'
import { find, titleOf } from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
import { createWorld, detail } from '../../helpers/page-cache-world.ts'
import { robot } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'
import {
  answerOf,
  missingResponses,
  ofData,
  type Wrong,
  wrongResponses,
} from '../../helpers/wrong-responses.ts'

const secret = '{"success":false,"msg":"a secret","message":"a secret"}'
const missing: Record<string, Wrong> = {
  ...missingResponses,
  'HTTP 410': { status: 410, type: 'application/json', body: secret },
}
const failures: Record<string, Wrong> = {
  ...wrongResponses,
  ...missing,
  'a list for an item': ofData([]),
  'half an article': ofData({ id: 1, category: 'news', title: '展会' }),
  'an article with null for its body': ofData({ id: 1, category: 'news', title: '展会', body: null }),
  'HTTP 403': { status: 403, type: 'application/json', body: secret },
  'a redirect': { status: 302, type: 'text/html', body: secret },
}
const some = ['a list for an item', 'HTTP 404']
const pages: [url: string, call: string, names: readonly string[]][] = [
  ['/news/1', 'article/detail/1', someOf(Object.keys(failures), 2)],
  ['/en/news/1/4', 'article/detail/1', some],
  ['/product/11', 'article/detail/11', some],
  ['/about/2', 'about/2', some],
  ['/download37', 'download/37', some],
  ['/manual/1', 'manual/1', some],
  ['/detail_the-fair', 'article/info/the-fair', some],
]
const world = await createWorld(t)

for (const [url, call, names] of pages)
  t.test(
    `${url}: a missing item is a 404, an invalid article is a 502, until the upstream works`,
    async (t) => {
      const { get, clock, origin, purge, lines } = world
      for (const name of names) {
        await purge({ all: true, mode: 'hard' })
        const mend = origin.answer(`/api/home/${call}`, answerOf(failures[name]!))
        const isMissing = name in missing
        const status = isMissing ? 404 : 502
        const { statusCode, headers, body } = await get(url)
        t.equal(statusCode, status, name)
        t.equal(titleOf(body), isMissing ? `404 - Page not found: ${url}` : '502 - Bad Gateway')
        t.equal(find(body, /data-error-page="([^"]*)"/), String(status))
        t.notMatch(body, 'secret')
        t.equal(headers['cache-control'], 'no-store')
        t.equal(headers['retry-after'], isMissing ? undefined : '30')
        const failed = lines.findLast(({ msg }) => msg === 'request failed')
        if (!isMissing) t.match(failed, { level: 50, url, err: { kind: String } }, name)
        mend()
        // Longer than a failure or a 404 is stored.
        clock.advance(11 * second)
        t.equal((await get(url, robot)).statusCode, 200, `after ${name}`)
      }
    },
  )

t.test('a 404 of a call that is no lookup is a failure', async (t) => {
  const { get, origin, purge } = world
  for (const [name, answer] of Object.entries(missingResponses)) {
    await purge({ all: true, mode: 'hard' })
    const mend = origin.answer('/api/home/article/list', answerOf(answer))
    t.equal((await get('/news', robot)).statusCode, 502, name)
    const list = await get('/api/home/article/list/news?lang=zh')
    t.equal(list.statusCode, 502, name)
    t.match(list.json(), { success: false, data: null, msg: '服务端错误' })
    mend()
  }
})

t.test('a page whose upstream failed has a link to try again', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/api/home/article/detail/1?', {}, 500)
  const link = />Try again</
  t.match(
    (await site.get('/en/news/1?utm=x')).body,
    '<a class="button" href="/en/news/1?utm=x" target="_self">',
  )
  t.match((await site.get('/en/news/1')).body, link)
  t.notMatch((await site.get('/en/news/999')).body, link)
})

t.test('an item of another category or parent is a 404', async (t) => {
  for (const url of words('/product/1 /news/4 /en/product/13 /news/2/4 /news/1/2 /news/1/1')) {
    const { statusCode, body } = await world.get(url)
    t.strictSame([statusCode, titleOf(body)], [404, `404 - Page not found: ${url}`])
  }
})

t.test('an upstream that responds 404 to everything: warm pages stay as they were for a week', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  const urls = words('/ /news /en/news/1 /about /contact /download /manual/1')
  const before = new Map<string, string>()
  for (const url of urls) before.set(url, (await get(url, robot)).body)
  origin.answer('/', answerOf(missingResponses['HTTP 404']!))
  for (const days of [1, 5.5]) {
    clock.advance(days * day)
    // The second request gets the result of the first one's refresh.
    for (const url of [...urls, ...urls]) t.equal((await get(url, robot)).body, before.get(url), url)
  }
})

t.test('an item is deleted, and 404, while configuration or menu can be read', async (t) => {
  for (const missing of [[], ['/api/home/config/base'], ['/api/home/route/tree']]) {
    const { get, origin, clock } = await createWorld(t)
    t.equal((await get('/news/1', robot)).statusCode, 200)
    clock.advance(3 * day)
    for (const call of [`${detail}1`, ...missing]) origin.json(call, {}, 404)
    t.equal((await get('/news/1', robot)).statusCode, 404, missing.join())
  }
})
