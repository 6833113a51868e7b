// Redirect table: redirects by server and browser; test/server/settings.test.ts has its problems.
import { join } from 'node:path'
import t from 'tap'
import { readRedirects } from '../../server/build-tools/manifest.ts'
import { robot } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const table = `
# Moved in 2024.
/old: /news
/旧页面: /about
/artikel/{id}: { to: '/news/{id}', status: 301 }
/fair/**: { to: /news, status: 302 }
/shop/**: 'https://shop.example/**'
/shop/closed/**: { status: 410 }
/gone: { status: 410 }
/fair/2020: /news/1?from=fair
`

const file = join(t.testdir({ 'redirects.yaml': table }), 'redirects.yaml')
const site = await createSmallSite(t, { env: { REDIRECTS: file } })

t.test('redirects have the status of the rule, the query, and no host of a request', async (t) => {
  const rows: [url: string, status: number, location: string | undefined][] = [
    ['/old?utm=1&x=%2F', 308, '/news?utm=1&x=%2F'],
    ['/%E6%97%A7%E9%A1%B5%E9%9D%A2', 308, '/about'],
    ['/artikel/1', 301, '/news/1'],
    ['/fair/2019/x', 302, '/news'],
    ['/shop/closed/a', 410, undefined],
    // Exact paths first.
    ['/fair/2020?a=1&from=me', 308, '/news/1?from=fair&a=1'],
    ['/constructor', 404, undefined],
    ['/shop//evil.example', 308, 'https://shop.example//evil.example'],
    ['/artikel//evil.example', 404, undefined],
    ['/news', 200, undefined],
  ]
  for (const [url, status, location] of rows) {
    const response = await site.get(url, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    t.strictSame([response.statusCode, response.headers['location']], [status, location], url)
    const lifetime = status === 302 ? 'no-cache' : 'public, max-age=3600'
    if (location) t.equal(response.headers['cache-control'], lifetime, url)
  }
})

t.test('status 410 is sent to people and bots', async (t) => {
  const person = await site.get('/gone')
  t.match(person.body, 'data-error-page="410"')
  t.equal(person.headers['cache-control'], 'no-store')
  const bot = await site.get('/gone', robot)
  t.equal(bot.body, '410 Page gone: /gone\n')
})

t.test('browsers know the table: another table is another build id', async (t) => {
  const { id } = JSON.parse((await site.get('/builds/latest.json')).body)
  t.match(id, new RegExp(`^${site.build.id}-[0-9a-z]{8,}$`))
  const meta = JSON.parse((await site.get(`/builds/meta/${id}.json`)).body)
  t.match(JSON.stringify(meta.matcher), '/artikel/')
  t.equal((await site.get(`/builds/meta/${site.build.id}.json`)).statusCode, 404)
  t.match((await site.get('/news')).body, `data-build="${id}"`)
  t.equal((await site.get(`/news/_payload.json?${id}`)).statusCode, 200)
  t.equal((await site.get(`/news/_payload.json?${site.build.id}`)).statusCode, 409)
})

t.test(
  'the file of the build may be missing; a target that is no page of a site fails the build',
  async (t) => {
    const read = (table: object) =>
      readRedirects(join(t.testdir({ 'redirects.json': JSON.stringify(table) }), 'redirects.json'))
    t.strictSame(await readRedirects(`${t.testdir()}/none.json`), { static: {}, wildcard: {}, dynamic: {} })
    for (const to of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'news', 'https://{id}'])
      await t.rejects(read({ '/old': to }), /neither a path of this site nor/)
  },
)
