// Errors for bots and programs: one line of text, or one JSON body, whatever went wrong.
import t from 'tap'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const bot = { 'user-agent': botAgent }
const json = { accept: 'application/json' }
const common = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

const site = await createSmallSite(t)
site.app.get('/boom', async () => {
  throw new Error('a secret')
})
site.origin.json('/api/home/article/detail/2', { message: 'a secret of the upstream' }, 500)

const errors: [url: string, status: number, message: string][] = [
  ['/fr', 404, 'Page Not Found: /fr'],
  ['/en/fr/news?x', 404, 'Page not found: /en/fr/news?x'],
  ['/en/%E0%A4%A', 400, 'Malformed URL'],
  ['/boom', 500, 'Server Error'],
  ['/news/2', 502, 'Bad Gateway'],
]
const always: typeof errors = [
  ['/api/home/%zz', 400, 'Malformed URL'],
  ['/nowhere/x.json', 404, 'Page not found: /nowhere/x.json'],
]

t.test('a bot gets an error as one line of text', async (t) => {
  for (const [url, status, message] of errors) {
    const { statusCode, headers, body } = await site.get(url, bot)
    t.equal(statusCode, status, url)
    t.equal(body, `${status} ${message}\n`, url)
    t.match(headers, { ...common, 'content-type': 'text/plain; charset=utf-8' })
    t.equal(headers['retry-after'], status >= 500 ? '30' : undefined, url)
  }
})

t.test('clients of JSON, bots too, get errors as JSON; below /api/ and at .json all do', async (t) => {
  const asked = [json, { ...json, ...bot }].flatMap((fields) => errors.map((row) => [fields, row] as const))
  for (const [fields, [url, statusCode, message]] of [...asked, ...always.map((row) => [{}, row] as const)]) {
    const answer = await site.get(url, fields)
    t.equal(answer.statusCode, statusCode, url)
    t.equal(answer.body, JSON.stringify({ error: true, url, statusCode, message }), url)
    t.match(answer.headers, { ...common, 'content-type': 'application/json; charset=utf-8' })
    t.equal(answer.headers['retry-after'], statusCode > 500 ? '30' : undefined, url)
  }
})

t.test(
  'an error is JSON where the client accepts it and no HTML, below /api/ and for JSON files',
  async (t) => {
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
  },
)

t.test('another method on a page is a 405 with Allow', async (t) => {
  for (const method of ['POST', 'PUT', 'OPTIONS'] as const) {
    const { statusCode, headers, body } = await site.get('/news', json, { method })
    t.equal(statusCode, 405)
    t.equal(headers['allow'], 'GET, HEAD')
    t.equal(body, '{"error":true,"url":"/news","statusCode":405,"message":"Method Not Allowed"}')
  }
})
