// The required call of a page: 404 where there is no such item, 502 and 504 where the upstream failed.
import t from 'tap'
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
  ['/en/product/11/12', 'article/detail/12'],
  ['/about/2', 'about/2'],
  ['/about/history', 'about/info/history'],
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
    /product/1 /en/solution/21 /news/4 /en/product/13 /news/2/4 /product/1/4 /news/1/2 /news/1/1
  `)) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, 404, url)
    t.equal(titleOf(body), `404 - Page not found: ${url}`)
  }
})

t.test('a dead origin: every page but the form is a 502, for people and for bots', async (t) => {
  const site = await createSmallSite(t)
  await site.origin.close()
  // Its form works without the text beside it.
  t.match((await site.get('/contact')).body, '<form')
  const pages = ['/', '/en', '/news', '/news/1', '/news/1/4', '/about', '/download', '/manual/1']
  for (const url of [...pages, '/detail_the-fair']) {
    const { statusCode, body } = await site.get(url, { 'accept-language': 'zh' })
    t.equal(statusCode, 502, url)
    t.equal(titleOf(body), '502 - Bad Gateway', url)
    const bot = await site.get(url, { 'user-agent': botAgent })
    t.strictSame([bot.statusCode, bot.body], [502, '502 Bad Gateway\n'], url)
    t.equal(bot.headers['retry-after'], '30')
  }
  t.equal((await site.get('/livez')).statusCode, 200)
})
