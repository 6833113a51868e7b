// A server with SHOW_DRAFTS: drafts, scheduled and expired items everywhere, for those with the password, stored and indexed nowhere.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { personAgent } from '../../helpers/site.ts'
import { createWebhookServer } from '../../helpers/webhook-server.ts'
import { words } from '../../helpers/words.ts'

const password = 'correct-horse'
const basic = (given: string, user = 'any') => ({
  authorization: `Basic ${Buffer.from(`${user}:${given}`).toString('base64')}`,
})
const allowed = basic(password)
const news = (id: number, title: string, more: string) =>
  page(`id: ${id}\ntitle: ${title}\n${more}`, `正文 ${id}`)

const files = {
  ...siteFiles,
  'news/public.zh.md': news(1, '已发布', 'published_at: 2026-01-01'),
  'news/draft.zh.md': news(2, '草稿标题', 'published_at: 2026-01-02\ndraft: true'),
  'news/draft.en.md': news(2, 'A secret draft', 'published_at: 2026-01-02\ndraft: true'),
  'news/later.zh.md': news(3, '将来标题', 'published_at: 2099-01-01'),
  'news/over.zh.md': news(4, '过期标题', 'published_at: 2026-01-03\nexpires_at: 2026-02-01'),
}
const now = () => Date.parse('2026-06-01T00:00:00Z')

const token = 'token-of-the-operator'
const drafts = { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: password, OPS_TOKEN: token }

function createDraftsSite(t: Test, env: Record<string, string> = drafts) {
  return createEmbeddedSite(t, { folder: createFolder(t, files), now, env })
}
const site = await createDraftsSite(t, { ...drafts, ANALYTICS_SCRIPT: 'https://stats.example/s.js' })

t.test('it shows what is not public, with its status, to those with the password', async (t) => {
  for (const [path, title, status] of [
    ['/news/2', '草稿标题', '草稿'],
    ['/en/news/2', 'A secret draft', 'Draft'],
    ['/news/3', '将来标题', '定时发布'],
    ['/news/4', '过期标题', '已过期'],
  ] as const) {
    const { statusCode, body } = await site.get(path, allowed)
    t.equal(statusCode, 200, path)
    t.match(body, title)
    t.match(body, new RegExp(`drafts-bar.*<strong>${status}</strong>`), path)
  }
  const { body } = await site.get('/news', allowed)
  for (const title of ['已发布', '草稿标题', '将来标题', '过期标题']) t.match(body, title)
})

t.test('in development it shows them without a password', async (t) => {
  const { statusCode, headers, body } = await (await createDraftsSite(t, { NODE_ENV: 'development' })).get(
    '/news/2',
  )
  t.strictSame([statusCode, headers['cache-control']], [200, 'private, no-store'])
  t.match(body, /drafts-bar.*<strong>草稿/)
})

const closed = words(`
  / /news/2/_payload.json /nowhere /api/home/article/detail/2?lang=zh /feed.xml /robots.txt /media/x.svg
  /builds/latest.json /assets/nowhere.js /ops/nowhere /livez/news
`)

t.test('without the password there is one line of text, whatever is requested', async (t) => {
  const ask = async (url: string, method: 'GET' | 'POST' = 'GET', headers = {}) => {
    // A person, who gets error pages.
    const person = { 'user-agent': personAgent, accept: 'text/html', ...headers }
    const response = await site.app.inject({ url, method, headers: person })
    t.match(response.headers, { 'content-type': 'text/plain; charset=utf-8', 'x-robots-tag': 'noindex' })
    t.match(response.headers['cache-control'], 'no-store')
    t.match(response.body, /^[^<\n]+\n$/, url)
    return response
  }
  for (const url of closed) {
    const { statusCode, headers } = await ask(url)
    t.equal(statusCode, 401, url)
    t.equal(headers['www-authenticate'], 'Basic realm="drafts", charset="UTF-8"')
  }
  for (const url of ['/contact', '/livez']) t.equal((await ask(url, 'POST')).statusCode, 401, `POST ${url}`)
  for (const headers of [basic('wrong'), basic(''), { authorization: `Bearer ${password}` }])
    t.equal((await ask('/', 'GET', headers)).statusCode, 401)
  // The error page of a malformed address would have the menu.
  for (const url of ['/%zz', '/%6civez']) t.match((await ask(url)).statusCode, /^40[04]$/, url)
})

t.test('any user name has access; wrong passwords are limited, a right one never', async (t) => {
  const site = await createDraftsSite(t)
  t.equal((await site.get('/', basic(password, '编辑'))).statusCode, 200)
  const wrong = []
  for (let count = 0; count < 11; count++) wrong.push((await site.get('/', basic('wrong'))).statusCode)
  t.strictSame(wrong, [...Array(10).fill(401), 429])
  t.equal((await site.get('/')).statusCode, 401, 'the first request of a browser is no attempt')
  t.equal((await site.get('/', allowed)).statusCode, 200)
})

t.test('nothing is indexed, stored or counted', async (t) => {
  const { body } = await site.get('/news/2', allowed)
  t.notMatch(body, 'stats.example')
  t.equal((await site.get('/robots.txt', allowed)).body, 'User-agent: *\nDisallow: /\n')
  // The second response may come from the cache of the server.
  for (const path of words('/ /nowhere /feed.xml /zh/sitemap.xml /api/home/menu?lang=zh'))
    for (const _visit of [1, 2]) {
      const { headers } = await site.get(path, allowed)
      t.match(headers, { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }, path)
      t.notHas(headers, 'cdn-cache-control')
    }
})

const message = { name: '王', contact: 'wang@example.org', message: '你好', consent: 'yes' }

t.test('a valid message is not stored and not sent, and the response says so', async (t) => {
  const webhook = await createWebhookServer(t)
  const site = await createDraftsSite(t, { ...drafts, NOTIFY_URL: webhook.url })
  const post = (url: string, fields: Record<string, string>, type = 'application/json') =>
    site.app.inject({
      method: 'POST',
      url,
      headers: { ...allowed, 'content-type': type, 'accept-language': 'en' },
      payload: type.endsWith('json') ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    })
  const sent = await post('/api/home/form/:name', message)
  t.match(sent.json(), { success: true, msg: 'This is a draft instance: nothing was sent.' })
  t.equal((await post('/api/home/form/:name', { ...message, name: '' })).statusCode, 400)
  for (const [path, title, note] of [
    ['/contact', '未发送：', '这是草稿站点，留言没有发送。'],
    ['/en/contact', 'Not sent: ', 'This is a draft instance: nothing was sent.'],
  ] as const) {
    const { statusCode, headers } = await post(path, message, 'application/x-www-form-urlencoded')
    t.equal(statusCode, 303)
    const { body } = await site.get(String(headers.location), allowed)
    t.match(body, `<title>${title}`)
    t.match(body, `<h2>${note}</h2>`)
  }
  await site.close()
  t.notOk(existsSync(join(site.dataDir, 'outbox.sqlite')))
  t.strictSame(webhook.requests, [])
})

t.test('probes, metrics and the addresses of operators have their own rules', async (t) => {
  for (const path of ['/livez', '/healthz', '/readyz', '/startupz', '/metrics'])
    t.equal((await site.get(path)).statusCode, 200, path)
  const purge = (authorization: string) =>
    site.app.inject({ method: 'POST', url: '/ops/purge', headers: { authorization }, payload: { all: true } })
  t.match(await purge('Bearer wrong'), { statusCode: 401, headers: { 'www-authenticate': 'Bearer' } })
  t.match(await purge(allowed.authorization), { statusCode: 401 })
  t.match(await purge(`Bearer ${token}`), { statusCode: 200 })
})
