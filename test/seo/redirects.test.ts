// Redirect table: validation at the start, redirects by server and browser.
import { join } from 'node:path'
import t from 'tap'
import { parseConfig } from '../../server/config/config.ts'
import { readRedirectTable } from '../../server/config/redirect-table.ts'
import { botAgent } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const table = `
# Moved in 2024.
/old: /news
/旧页面: /about
/artikel/{id}: { to: '/news/{id}', status: 301 }
/en/artikel/{id}: /en/news/{id}
/fair/**: { to: /news, status: 302 }
/shop/**: 'https://shop.example/**'
/gone: { status: 410 }
`

function problemsOf(text: string): string[] {
  const read = readRedirectTable(text)
  return 'problems' in read ? read.problems : []
}

t.test('every invalid rule of a redirect table is reported', async (t) => {
  const rows: [text: string, problem: RegExp][] = [
    ['/a: /a', /^\/a leads to \/a, which leads back to itself$/],
    ['/a: /a/?x=1', /back to itself/],
    ['/a/**: /a/b', /back to itself/],
    ['/a/**: /a/x/**', /back to itself/],
    ['{/a: /b, /b: /a}', /^\/a leads to \/b, which \/b redirects to \/a/],
    ['{/a: /b, /b: /news}', /redirect to the final target/],
    ['{/a: /b/7, "/b/{id}": "/news/{id}"}', /redirect to the final target/],
    ['{"/a/{id}": "/b/{id}", /b/7: /news}', /redirect to the final target/],
    ['{/a: /b/c/d, /b/**: /news}', /redirect to the final target/],
    ['/a: /EN/news/', /which is spelled \/en\/news$/],
    ['a: /news', /^a is no path of this site$/],
    ['//a: /news', /is no path of this site/],
    ['/a?b: /news', /is no path of this site/],
    ['/: /news', /cannot be moved/],
    ['/api/home/x: /news', /cannot be moved/],
    ['/readyz: /news', /cannot be moved/],
    ['"/a{id}": /news', /whole segment/],
    ['/a/**/b: /news', /as the last one/],
    ['"/a": "/news/{id}"', /has no \{id\} itself/],
    ['/a: { to: /news, status: 303 }', /none of 301, 302, 308, 410/],
    ['/a: { to: /news, status: 410 }', /cannot lead anywhere/],
    ['/a: {}', /has no target/],
    ['/a: //evil.example', /neither a path of this site/],
    ['/a: "https://user@evil.example/"', /neither a path of this site/],
    ['"/a/{id}": "https://{id}.example/"', /neither a path of this site/],
    ['- /a', /is no table/],
    ['{/a: /b, /a: /c}', /unique/i],
    ['{/a', /./],
  ]
  for (const [text, problem] of rows) t.match(problemsOf(text)[0] ?? 'no problem', problem, text)
  t.equal(problemsOf('{/a: /a, b: /c, /d: {}}').length, 3)
  for (const text of ['', '{}', table]) t.strictSame(problemsOf(text), [], text)
})

t.test('the start fails with all of them, beside other configuration problems', async (t) => {
  const file = join(t.testdir({ 'redirects.yaml': '{/a: /a, b: /c}' }), 'redirects.yaml')
  const parsed = parseConfig({ REDIRECTS: file, PORT: 'x' }, '/sample')
  t.strictSame('problems' in parsed && parsed.problems.map(({ name }) => name), [
    'PORT',
    'REDIRECTS',
    'REDIRECTS',
  ])
})

const read = readRedirectTable(table)
if ('problems' in read) throw new Error(read.problems.join())
const site = await createSmallSite(t, { config: { redirects: read.matcher } })

t.test('redirects have the status of the rule, the query, and no host of a request', async (t) => {
  const rows: [url: string, status: number, location: string | undefined][] = [
    ['/old?utm=1&x=%2F', 308, '/news?utm=1&x=%2F'],
    ['/old/', 308, '/news'],
    ['/%E6%97%A7%E9%A1%B5%E9%9D%A2', 308, '/about'],
    ['/artikel/1', 301, '/news/1'],
    ['/en/artikel/1', 308, '/en/news/1'],
    ['/fair/2019/x', 302, '/news'],
    ['/shop/a?b=1', 308, 'https://shop.example/a?b=1'],
    ['/shop//evil.example', 308, 'https://shop.example//evil.example'],
    ['/artikel//evil.example', 404, undefined],
    ['/gone?x=1', 410, undefined],
    ['/news', 200, undefined],
  ]
  for (const [url, status, location] of rows) {
    const response = await site.get(url, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    t.strictSame([response.statusCode, response.headers['location']], [status, location], url)
  }
})

t.test('status 410 is sent to people and bots', async (t) => {
  const person = await site.get('/gone')
  t.match(person.body, 'data-error-page="410"')
  t.equal(person.headers['cache-control'], 'no-store')
  const bot = await site.get('/gone', { 'user-agent': botAgent })
  t.equal(bot.body, '410 Page gone: /gone\n')
})

t.test('browsers know the table: another table is another build id', async (t) => {
  const { id } = JSON.parse((await site.get('/builds/latest.json')).body)
  t.match(id, new RegExp(`^${site.build.id}-[0-9a-f]{8}$`))
  const meta = JSON.parse((await site.get(`/builds/meta/${id}.json`)).body)
  t.strictSame(meta.matcher, read.matcher)
  t.equal((await site.get(`/builds/meta/${site.build.id}.json`)).statusCode, 404)
  t.match((await site.get('/news')).body, `data-build="${id}"`)
  t.equal((await site.get(`/news/_payload.json?${id}`)).statusCode, 200)
  t.equal((await site.get(`/news/_payload.json?${site.build.id}`)).statusCode, 409)
})
