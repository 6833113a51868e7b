// Errors: a page for people, one line of text for bots, JSON for programs; and which of them a client is.
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { allowedScripts } from '../../helpers/document-policy.ts'
import { alternatesOf, canonicalOf, find, langOf, pageOf, titleOf } from '../../helpers/html.ts'
import { botAgent, robot } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const common = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
const site = await createSmallSite(t)
site.app.get('/boom', async () => {
  throw new Error('a secret')
})
site.origin.json('/api/home/article/detail/2', { message: 'a secret of the upstream' }, 500)

const errors: [url: string, statusCode: number, message: string, headline: string][] = [
  ['/fr', 404, 'Page Not Found: /fr', '找不到页面'],
  ['/en/news/999?keywords=a', 404, 'Page not found: /en/news/999?keywords=a', 'Page not found'],
  ['/boom', 500, 'Server Error', '出错了'],
  ['/%E0%A4%A', 400, 'Malformed URL', '出错了'],
  ['/en/%zz', 400, 'Malformed URL', 'Something went wrong'],
  ['/media/%zz', 400, 'Malformed URL', '出错了'],
  ['/en/news/2', 502, 'Bad Gateway', 'Temporarily unavailable'],
]

t.test('the error page shows the code, the message and three links', async (t) => {
  for (const [url, status, message, headline] of errors) {
    const { statusCode, headers, body } = await site.get(url)
    t.equal(statusCode, status, url)
    t.match(headers, { ...common, 'content-type': 'text/html; charset=utf-8' })
    t.equal(titleOf(body), `${status} - ${message}`)
    t.equal(find(body, /data-error-page="([^"]*)"/), String(status))
    t.equal(find(body, /<p class="error-code">([^<]*)</), String(status))
    t.equal(find(body, /<h1[^>]*>([^<]*)</), headline)
    t.equal(find(body, /<p class="quiet" lang="en">([^<]*)</), message)
    const page = body.slice(body.indexOf('data-error-page='), body.indexOf('</main>'))
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
    t.strictSame(
      links.slice(-3).map(([, href, text]) => `${href} ${text}`),
      ['/ 主页 / HOME', '/zh 中文站点', '/en English Site'],
    )
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
  ]
  for (const [url, cookie, tag] of rows) {
    const { body, headers } = await site.get(url, { cookie, 'accept-language': 'en' })
    t.equal(langOf(body), tag, `${url} ${cookie}`)
    t.equal(headers['set-cookie'], undefined)
  }
})

t.test('a page that is not found is compressed where gzip is accepted', async (t) => {
  const { rawPayload } = await site.get('/en/no', { 'accept-encoding': 'br, gzip;q=0.5' })
  const plain = await site.get('/en/no', { 'accept-encoding': 'gzip;q=0, br' })
  t.equal(String(gunzipSync(rawPayload)), plain.body)
})

t.test('pages that are not found are rendered once for each language, for ten seconds', async (t) => {
  const site = await createSmallSite(t)
  // Each rendering requests it.
  site.origin.rewrite('/api/home/config/base', () => ({ fields: { 'cache-control': 'no-store' } }))
  const urls = Array.from({ length: 60 }, (_, at) => `${at % 2 ? '/en' : ''}/no/such/page?n=${at}`)
  const answers = await Promise.all(urls.map((url) => site.get(url)))
  for (const [at, { body }] of answers.entries()) t.equal(titleOf(body), `404 - Page not found: ${urls[at]}`)
  t.equal(site.origin.hits.filter((hit) => hit.includes('config/base')).length, 2)
})

t.test('a bot gets an error as one line of text', async (t) => {
  for (const [url, status, message] of errors) {
    const { statusCode, headers, body } = await site.get(url, robot)
    t.strictSame([statusCode, body], [status, `${status} ${message}\n`], url)
    t.match(headers, { ...common, 'content-type': 'text/plain; charset=utf-8' })
    t.equal(headers['retry-after'], status >= 500 ? '30' : undefined, url)
  }
})

const agents: Record<'bots' | 'people', string[]> = {
  bots: [
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/50.0.2661.102 Safari/537.36; 360Spider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (Linux; Android 14; Google Pixel 8) (compatible; Googlebot/2.1)',
  ],
  people: [
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 14; Google Pixel 8 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/300.0.598994205 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 13; V2171A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.44',
    '',
  ],
}

t.test(
  'spiders and previews are bots; phones are people, whatever letters their names contain',
  async (t) => {
    for (const [kind, list] of Object.entries(agents))
      for (const agent of list) {
        const { headers } = await site.get('/nowhere', { 'user-agent': agent })
        t.match(headers['content-type'], kind === 'bots' ? /^text\/plain/ : /^text\/html/, agent)
      }
  },
)

t.test('clients of JSON, bots too, get errors as JSON; below /api/ and at .json all do', async (t) => {
  const json = { accept: 'application/json' }
  const asked = [json, { ...json, 'user-agent': botAgent }].flatMap((fields) =>
    errors.map(([url, statusCode, message]) => ({ fields, url, statusCode, message })),
  )
  const always = [
    { fields: {}, url: '/api/home/%zz', statusCode: 400, message: 'Malformed URL' },
    { fields: {}, url: '/nowhere/x.json', statusCode: 404, message: 'Page not found: /nowhere/x.json' },
  ]
  for (const { fields, url, statusCode, message } of [...asked, ...always]) {
    const answer = await site.get(url, fields)
    t.equal(answer.statusCode, statusCode, url)
    t.equal(answer.body, JSON.stringify({ error: true, url, statusCode, message }), url)
    t.match(answer.headers, { ...common, 'content-type': 'application/json; charset=utf-8' })
    t.equal(answer.headers['retry-after'], statusCode > 500 ? '30' : undefined, url)
  }
  const rows: [url: string, accept: string, isJson: boolean][] = [
    ['/fr', '*/*', false],
    ['/fr', 'application/json, text/plain, */*', true],
    ['/fr', 'application/json, text/html;q=0.5', false],
    ['/api/', '*/*', true],
    ['/builds/x.json', 'text/html', true],
    ['/fr?x=.json', 'text/html', false],
  ]
  for (const [url, accept, isJson] of rows) {
    const { headers } = await site.get(url, { accept })
    t.equal(String(headers['content-type']).startsWith('application/json'), isJson, `${url} ${accept}`)
  }
})

t.test('another method on a page is a 405 with Allow', async (t) => {
  for (const method of ['POST', 'PUT', 'OPTIONS'] as const) {
    const { statusCode, headers, body } = await site.get('/news', { accept: 'application/json' }, { method })
    t.strictSame([statusCode, headers['allow']], [405, 'GET, HEAD'], method)
    t.equal(body, '{"error":true,"url":"/news","statusCode":405,"message":"Method Not Allowed"}')
  }
  for (const url of ['/contact', '/en/contact'])
    t.equal((await site.get(url, {}, { method: 'PUT' })).headers['allow'], 'GET, HEAD, POST', url)
})
