// Payloads: each page as HTML for client-side navigation.
import t from 'tap'
import type { PagePayload } from '../../../shared/payload.ts'
import { find, titleOf } from '../../helpers/html.ts'
import { pages, pathIn, variants } from '../../helpers/pages.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

/** An island is a placeholder in a payload. */
const islands = /<div data-island="RecommendedArticles".*?<\/div>(?=<\/aside>)/gs
/** The last tag of the head that differs from page to page is before the icon. */
const head = /(<title>.*)<link rel="icon"/s

t.test('payloads', async (t) => {
  const site = await createSmallSite(t)
  const { id } = site.build
  const payloadOf = (url: string, query = '') => `${url === '/' ? '' : url}/_payload.json?${id}${query}`

  await t.test(
    'the payload of a page has the head, the content and the language links of its document',
    async (t) => {
      for (const { path, route } of pages) {
        for (const { prefix, locale } of variants) {
          const url = pathIn(prefix, path)
          const document = (await site.get(url, { 'user-agent': botAgent })).body
          const { statusCode, headers, body } = await site.get(payloadOf(url))
          t.equal(statusCode, 200, url)
          t.equal(headers['content-type'], 'application/json; charset=utf-8')
          t.match(
            headers['cache-control'],
            /^public, max-age=0, s-maxage=7200, stale-while-revalidate=86400, /,
          )
          t.equal(headers['set-cookie'], undefined)
          const { main, head: tags, language, menu, ...others }: PagePayload = JSON.parse(body)
          t.strictSame(others, { build: id, status: 200, locale, route }, url)
          t.equal(tags, find(document, head), `${url}: head`)
          const inDocument = find(document, /<main[^>]*>(.*)<\/main>/s)
          t.equal(main.replace(islands, ''), inDocument.replace(islands, ''), `${url}: main`)
          t.equal(language, find(document, /<div class="language-switch">(.*?)<\/div>/s), `${url}: language`)
          const current = find(document, /data-menu.*?<a[^>]* aria-current="page"[^>]* href="([^"]*)"/s)
          t.equal(
            menu ?? '',
            find(document, /<a aria-current="page" href="([^"]*)"/) || current,
            `${url}: menu`,
          )
        }
      }
    },
  )

  await t.test('the query of the page follows the build id', async (t) => {
    const { body } = await site.get(payloadOf('/en/news', '&page=2&page_size=1&keywords='))
    const payload: PagePayload = JSON.parse(body)
    t.match(titleOf(payload.head), /Page 2/)
    t.match(payload.main, 'Holidays')
    t.notMatch(payload.main, 'The fair')
    t.ok(site.origin.hits.includes('GET /api/home/article/list/news?counts=1&lang=en&page=2&page_size=1'))
  })

  await t.test('another build id is a 409, not stored', async (t) => {
    const queries = ['', '?other', `?x&${id}`, `?${id}x`, `?${id}=1`, '?page=2', `?%20${id}`]
    for (const query of queries) {
      const url = `/news/_payload.json${query}`
      const { statusCode, headers, body } = await site.get(url)
      t.equal(statusCode, 409, url)
      t.equal(body, JSON.stringify({ error: true, url, statusCode: 409, message: 'Another build' }))
      t.match(headers, { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
    }
  })
})
