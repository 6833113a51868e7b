// The error page, for people.
import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { allowedScripts } from '../../helpers/document-policy.ts'
import { elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { alternatesOf, canonicalOf, find, langOf, pageOf, titleOf } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { hang } from '../../helpers/upstream.ts'

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
    ['/fr/news?a=b', 404, 'Page not found: /fr/news?a=b', '找不到页面'],
    ['/news/999', 404, 'Page not found: /news/999', '找不到页面'],
    ['/en/news/999?keywords=a', 404, 'Page not found: /en/news/999?keywords=a', 'Page not found'],
    ['/boom', 500, 'Server Error', '出错了'],
    ['/%E0%A4%A', 400, 'Malformed URL', '出错了'],
    ['/en/%zz', 400, 'Malformed URL', 'Something went wrong'],
    ['/news/%C0%80', 400, 'Malformed URL', '出错了'],
    ['/assets/%zz', 400, 'Malformed URL', '出错了'],
    ['/media/%zz', 400, 'Malformed URL', '出错了'],
    ['/language/%zz', 400, 'Malformed URL', '出错了'],
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
  }
})

t.test('the error page responds to other methods as well', async (t) => {
  const rows = [
    ['/news', 405, 'Method Not Allowed', 'GET, HEAD'],
    ['/fr', 404, 'Page not found: /fr', undefined],
    ['/media/files/sheet.txt', 404, 'Page not found: /media/files/sheet.txt', undefined],
  ] as const
  for (const [url, status, message, allow] of rows) {
    const { statusCode, headers, body } = await site.get(url, {}, { method: 'POST' })
    t.strictSame(
      [statusCode, titleOf(body), headers['allow']],
      [status, `${status} - ${message}`, allow],
      url,
    )
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
    ['/en/%zz', '', 'en-US'],
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

t.test('a failure of the upstream offers another try at the same address', async (t) => {
  const wrong: Answer = (_request, response) => void response.end('no JSON')
  const rows: [url: string, answer: Answer, status: number][] = [
    ['/en/news/1?a=1&b=2', wrong, 502],
    ['/zh/news/1', hang, 504],
  ]
  for (const [url, answer, expected] of rows) {
    // The other calls of the page have to come within this time, on a busy machine too.
    const site = await createSmallSite(t, answer === hang ? { timeoutMs: 3000 } : {})
    const mend = site.origin.answer('/api/home/article/detail/1', answer)
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, expected)
    const isEnglish = url.startsWith('/en')
    t.equal(find(body, /<h1[^>]*>([^<]*)</), isEnglish ? 'Temporarily unavailable' : '暂时无法访问')
    const [[href = '', text] = []] = linksOf(body)
    t.strictSame(
      [href, text],
      [isEnglish ? '/en/news/1?a=1&amp;b=2' : '/news/1', isEnglish ? 'Try again' : '重试'],
    )
    mend()
    await until(async () => (await site.get(href.replaceAll('&amp;', '&'))).statusCode === 200)
  }
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
  for (const [at, { statusCode, body }] of answers.entries()) {
    t.equal(statusCode, 404)
    t.equal(titleOf(body), `404 - Page not found: ${at % 2 ? '/en' : ''}/no/such/page?n=${at}`)
  }
  t.equal((await renders()) - before, 2)
})

t.test('the address of a page that is not found is text, whatever it has', async (t) => {
  const hostile = [
    '%3Cscript%3Ealert(1)%3C/script%3E',
    "a&b='c'",
    '$&$$1',
    '{message}',
    '"onload=x',
    '</title>',
  ]
  const elements = elementsOf((await site.get('/en/no/x')).body).length
  for (const part of hostile) {
    const { body } = await site.get(`/en/no/${part}`)
    t.equal(elementsOf(body).length, elements, part)
    t.strictSame(inlineScriptsOf(body, site.build), [], part)
    t.equal(decodeURI(titleOf(body)), `404 - Page not found: /en/no/${decodeURI(part)}`)
  }
})

t.test('a page that is not found is sent as gzip or plain', async (t) => {
  const base = await site.listen()
  const plain = await site.get('/en/no/page', { 'accept-encoding': 'identity' })
  t.equal(plain.headers['content-encoding'], undefined)
  const rows: [accepted: string, coding: string | undefined][] = [
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['br', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.0, br', undefined],
  ]
  for (const [accepted, coding] of rows) {
    const headers = { 'accept-encoding': accepted, accept: 'text/html', 'user-agent': personAgent }
    const [response] = await once(get(`${base}/en/no/page`, { agent: false, headers }), 'response')
    const bytes = await buffer(response)
    t.equal(response.headers['content-encoding'], coding, accepted)
    t.match(response.headers['vary'], 'accept-encoding', accepted)
    t.equal(String(coding ? gunzipSync(bytes) : bytes), plain.body, accepted)
  }
})
