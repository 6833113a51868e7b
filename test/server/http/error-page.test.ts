import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { allowedScripts } from '../../helpers/document-policy.ts'
import { alternatesOf, canonicalOf, find, langOf, pageOf, titleOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const linksOf = (html: string) => {
  const page = html.slice(html.indexOf('data-error-page='), html.indexOf('</main>'))
  return [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => [href, text])
}

const site = await createSmallSite(t)
site.app.get('/boom', async () => {
  throw new Error('a secret')
})

t.test('the error page shows the code, the message and three links', async (t) => {
  const rows: [url: string, status: number, message: string, headline: string][] = [
    ['/fr', 404, 'Page Not Found: /fr', '找不到页面'],
    ['/en/news/999?keywords=a', 404, 'Page not found: /en/news/999?keywords=a', 'Page not found'],
    ['/boom', 500, 'Server Error', '出错了'],
    ['/%E0%A4%A', 400, 'Malformed URL', '出错了'],
    ['/en/%zz', 400, 'Malformed URL', 'Something went wrong'],
    ['/media/%zz', 400, 'Malformed URL', '出错了'],
  ]
  for (const [url, status, message, headline] of rows) {
    const { statusCode, headers, body } = await site.get(url)
    t.equal(statusCode, status, url)
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    t.equal(titleOf(body), `${status} - ${message}`)
    t.equal(find(body, /data-error-page="([^"]*)"/), String(status))
    t.equal(find(body, /<p class="error-code">([^<]*)</), String(status))
    t.equal(find(body, /<h1[^>]*>([^<]*)</), headline)
    t.equal(find(body, /<p class="quiet" lang="en">([^<]*)</), message)
    t.strictSame(linksOf(body), [
      ['/', '主页 / HOME'],
      ['/zh', '中文站点'],
      ['/en', 'English Site'],
    ])
    t.notMatch(body, 'a secret')
    t.match(body, '<meta name="robots" content="noindex"/>')
    t.strictSame([canonicalOf(body), alternatesOf(body), pageOf(body)], ['', {}, ''])
    t.match(body, /产品中心|Products/, 'the menu')
    t.match(headers['content-security-policy'], `script-src ${allowedScripts(site.build)};`)
  }
})

t.test('the error page speaks the language of the prefix, else of the cookie, else Chinese', async (t) => {
  const rows: [url: string, cookie: string, tag: string][] = [
    ['/fr', '', 'zh-CN'],
    ['/fr', 'i18n_redirected=en', 'en-US'],
    ['/fr', 'i18n_redirected=EN', 'zh-CN'],
    ['/zh/fr', 'i18n_redirected=en', 'zh-CN'],
    ['/en/fr', 'i18n_redirected=zh', 'en-US'],
    ['/EN//x', '', 'en-US'],
    ['/en/%zz', '', 'en-US'],
  ]
  for (const [url, cookie, tag] of rows) {
    const { body, headers } = await site.get(url, { cookie, 'accept-language': 'en' })
    t.equal(langOf(body), tag, `${url} ${cookie}`)
    t.equal(headers['set-cookie'], undefined)
  }
})

t.test('a page that is not found is compressed where gzip is accepted', async (t) => {
  const { rawPayload } = await site.get('/en/no', { 'accept-encoding': 'br, gzip;q=0.5' })
  t.equal(
    String(gunzipSync(rawPayload)),
    (await site.get('/en/no', { 'accept-encoding': 'gzip;q=0, br' })).body,
  )
})

t.test('pages that are not found are rendered once for each language, for ten seconds', async (t) => {
  const site = await createSmallSite(t, { mostRenders: 1 })
  const renders = async () => {
    const { body } = await site.get('/metrics')
    return [...body.matchAll(/^site_render_seconds_count\{.*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    )
  }
  const before = await renders()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => site.get(`${at % 2 ? '/en' : ''}/no/such/page?n=${at}`)),
  )
  for (const [at, { body }] of answers.entries())
    t.equal(titleOf(body), `404 - Page not found: ${at % 2 ? '/en' : ''}/no/such/page?n=${at}`)
  t.equal((await renders()) - before, 2)
})
