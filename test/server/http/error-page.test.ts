// The error page, for people.
import t from 'tap'
import { allowedScripts } from '../../helpers/allowed-scripts.ts'
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
  const rows: [url: string, status: number, message: string][] = [
    ['/fr', 404, 'Page Not Found: /fr'],
    ['/fr/news?a=b', 404, 'Page not found: /fr/news?a=b'],
    ['/news/999', 404, 'Page not found: /news/999'],
    ['/boom', 500, 'Server Error'],
  ]
  for (const [url, status, message] of rows) {
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
    t.equal(find(body, /<h1[^>]*>([^<]*)</), message)
    t.strictSame(linksOf(body), [
      ['/', '主页 / HOME'],
      ['/zh', '中文站点'],
      ['/en', 'English Site'],
    ])
    t.notMatch(body, 'a secret')
  }
})

t.test('the error page responds to other methods as well', async (t) => {
  const rows = [
    ['/news', 405, 'Method Not Allowed', 'GET, HEAD'],
    ['/fr', 404, 'Page not found: /fr', undefined],
    ['/media/files/sheet.txt', 404, 'Page not found: /media/files/sheet.txt', undefined],
  ] as const
  for (const [url, status, message, allow] of rows) {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { statusCode, headers, body } = await site.get(url, {}, { method })
      t.equal(statusCode, status, `${method} ${url}`)
      t.equal(titleOf(body), `${status} - ${message}`, `${method} ${url}`)
      t.equal(headers['allow'], allow)
    }
  }
})

t.test('the error page is not indexed and claims no address', async (t) => {
  const { body } = await site.get('/fr')
  t.match(body, '<meta name="robots" content="noindex"/>')
  t.equal(canonicalOf(body), '')
  t.strictSame(alternatesOf(body), {})
  t.equal(pageOf(body), '')
})

t.test('the error page has header and footer, and no script of its own', async (t) => {
  const { body, headers } = await site.get('/fr')
  t.match(body, '产品中心')
  t.match(body, '水表有限公司')
  t.match(headers['content-security-policy'], `script-src ${allowedScripts(site.build)};`)
})

t.test('the error page speaks the language of the prefix, else of the cookie, else Chinese', async (t) => {
  const rows: [url: string, cookie: string, tag: string][] = [
    ['/fr', '', 'zh-CN'],
    ['/fr', 'i18n_redirected=en', 'en-US'],
    ['/news/999', 'a=b; i18n_redirected=en; c=d', 'en-US'],
    ['/fr', 'i18n_redirected=zh', 'zh-CN'],
    ['/fr', 'i18n_redirected=fr', 'zh-CN'],
    ['/fr', 'i18n_redirected=EN', 'zh-CN'],
    ['/fr', 'xi18n_redirected=en', 'zh-CN'],
    ['/zh/fr', 'i18n_redirected=en', 'zh-CN'],
    ['/en/fr', 'i18n_redirected=zh', 'en-US'],
    ['/en/news/999', '', 'en-US'],
    ['/EN//x', '', 'en-US'],
  ]
  for (const [url, cookie, tag] of rows) {
    const { body, headers } = await site.get(url, { cookie, 'accept-language': 'en' })
    t.equal(langOf(body), tag, `${url} ${cookie}`)
    t.strictSame(linksOf(body)[0], ['/', '主页 / HOME'])
    t.equal(headers['set-cookie'], undefined)
  }
})

t.test('an error page in front of routing has the language of the cookie', async (t) => {
  const request = { cookie: 'i18n_redirected=en', 'content-encoding': 'gzip' }
  const { statusCode, body } = await site.get('/', request)
  t.equal(statusCode, 415)
  t.equal(langOf(body), 'en-US')
})
