// The required call of a page: 404 where there is no such item, 502 and 504 where the upstream failed.
import t from 'tap'
import { day } from '../../cache/helpers/clock.ts'
import { find, titleOf } from '../../helpers/html.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'
import {
  answerOf,
  missingResponses,
  ofData,
  type Wrong,
  wrongResponses,
} from '../../helpers/wrong-responses.ts'

/** Longer than a failure or a 404 is cached. */
const forgottenMs = 11_000

const own: [url: string, call: string][] = [
  // Before /news/1, which looks up the English article.
  ['/en/news/1/4', 'article/detail/1'],
  ['/news/1', 'article/detail/1'],
  ['/product/11', 'article/detail/11'],
  ['/about/2', 'about/2'],
  ['/download37', 'download/37'],
  ['/manual/1', 'manual/1'],
  ['/detail_the-fair', 'article/info/the-fair'],
]

t.test('the page’s own item decides 404 and 502', async (t) => {
  const { get, clock, origin } = await createWorld(t)
  const secret = '{"success":false,"msg":"a secret","message":"a secret"}'
  const failures: Record<string, Wrong> = {
    ...wrongResponses,
    ...missingResponses,
    'a list for an item': ofData([]),
    'HTTP 403': { status: 403, type: 'application/json', body: secret },
    'a redirect': { status: 302, type: 'text/html', body: secret },
  }
  for (const [url, call] of own)
    for (const [name, response] of Object.entries(failures)) {
      const mend = origin.answer(`/api/home/${call}`, answerOf(response))
      const isMissing = name in missingResponses
      const { statusCode, headers, body } = await get(url)
      t.equal(statusCode, isMissing ? 404 : 502, `${url}: ${name}`)
      t.equal(titleOf(body), isMissing ? `404 - Page not found: ${url}` : '502 - Bad Gateway')
      t.equal(find(body, /data-error-page="([^"]*)"/), String(statusCode))
      t.notMatch(body, 'secret')
      t.equal(headers['cache-control'], 'no-store')
      t.equal(headers['retry-after'], isMissing ? undefined : '30')
      mend()
      clock.advance(forgottenMs)
    }
})

t.test('an item of another category or parent is a 404', async (t) => {
  const site = await createSmallSite(t)
  for (const url of words(`
    /product/1 /news/4 /en/product/13 /news/2/4 /news/1/2 /news/1/1
  `)) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, 404, url)
    t.equal(titleOf(body), `404 - Page not found: ${url}`)
  }
})

/** A bot gets the whole page, which is stored if allowed. */
const robot = { 'user-agent': botAgent }

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
    for (const call of ['/api/home/article/detail/1', ...missing]) origin.json(call, {}, 404)
    t.equal((await get('/news/1', robot)).statusCode, 404, missing.join())
  }
})
