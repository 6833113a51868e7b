// Push command: with a running site and local search engines.
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { listen } from '../helpers/listen.ts'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { createEngines, key, token } from './push-engines.ts'

t.test('new, changed and removed pages are submitted, and none twice', async (t) => {
  const from = ['--from', await (await createSmallSite(t)).listen()]
  const dataDir = t.testdir({})
  const { push, urls, submitted } = await createEngines(t, dataDir)

  const dry = await push([...from, '--dry-run'])
  t.equal(dry.code, 0)
  t.match(dry.out, `  + ${siteUrl}/en/news/1\n`)
  t.strictSame([submitted.length, await readdir(dataDir)], [0, []], 'nothing was submitted or written')

  const first = await push([...from, '--only', 'indexnow'])
  t.equal(first.code, 0, first.err)
  t.equal(submitted.length, 1)
  const { host, key: sent, keyLocation, urlList } = JSON.parse(submitted[0]?.body ?? '')
  t.strictSame([host, sent, keyLocation], ['www.tinglan.example', key, `${siteUrl}/${key}.txt`])
  t.equal(submitted[0]?.headers['content-type'], 'application/json; charset=utf-8')
  t.ok(urlList.includes(`${siteUrl}/`) && urlList.includes(`${siteUrl}/en/news/1`))
  t.equal(new Set(urlList).size, urlList.length)

  const again = await push([...from, '--only', 'indexnow'])
  t.match(again.out, 'indexnow: 0 new, 0 changed, 0 gone')
  t.equal(submitted.length, 0)

  const site = await createSmallSite(t)
  const dated = { updated_at: '2030-01-01T00:00:00+08:00' }
  type List = { list: { id: number }[]; total: number }
  site.origin.patch('/api/home/article/list/news', ({ list, total }: List) => ({
    list: list
      .filter(({ id }) => id !== 2)
      .map((article) => (article.id === 1 ? { ...article, ...dated } : article)),
    total: total - 1,
    page: 1,
    page_size: 50,
  }))
  site.origin.patch('/api/home/article/detail/1?', (article: object) => ({ ...article, ...dated }))
  const changed = ['--from', await site.listen(), '--only', 'indexnow']
  const later = await push(changed)
  t.match(later.out, /indexnow: 0 new, \d+ changed, 2 gone/)
  for (const path of ['/en/news/1', '/news/1', '/en/news/2', '/news/2'])
    t.ok(urls().includes(siteUrl + path), path)
  t.notOk(urls().includes(`${siteUrl}/news/3`), 'an unchanged page is not submitted again')
  t.match((await push(changed)).out, '0 new, 0 changed, 0 gone')

  const all = await push([...changed, '--all'])
  t.equal(all.code, 0)
  t.equal(urls().length, urlList.length - 2)
})

t.test('Baidu: rejected URLs are submitted again, and a used quota ends the run', async (t) => {
  const from = ['--from', await (await createSmallSite(t)).listen()]
  const dataDir = t.testdir({})
  const { push, urls, submitted, replies } = await createEngines(t, dataDir)
  const baidu = [...from, '--only', 'baidu']
  replies.push({ body: { remain: 10, success: 5, not_valid: [`${siteUrl}/en/news/1`] } })
  const first = await push(baidu)
  t.equal(first.code, 1)
  t.match(first.err, `baidu: rejected ${siteUrl}/en/news/1`)
  t.equal(submitted[0]?.url, `/urls?site=${encodeURIComponent(siteUrl)}&token=${token}`)
  t.equal(submitted[0]?.headers['content-type'], 'text/plain')
  t.ok(urls().includes(`${siteUrl}/news/1`))

  replies.push({ status: 400, body: { error: 400, message: 'over quota' } })
  const second = await push(baidu)
  t.strictSame(urls(), [`${siteUrl}/en/news/1`])
  t.equal(second.code, 0)
  t.match(second.out, 'daily quota used; 1 left for next time')

  replies.push({ status: 401, body: { error: 401, message: 'token is not valid' } })
  const third = await push(baidu)
  t.equal(third.code, 1)
  t.match(third.err, 'baidu: 401 token is not valid; 1 left')
  t.notMatch(third.out + third.err, token)
})

t.test('push retries after 429 and 5xx, with Retry-After, and not after 403', async (t) => {
  const from = ['--from', await (await createSmallSite(t)).listen(), '--only', 'indexnow']
  const { push, submitted, replies } = await createEngines(t, t.testdir({}))
  replies.push({ status: 403 })
  const refused = await push(from)
  t.strictSame([refused.code, submitted.length, refused.pauses.length], [1, 1, 0])
  t.match(refused.err, 'indexnow: 403 the key is not accepted')

  replies.push({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 })
  const failed = await push(from)
  t.strictSame([failed.code, submitted.length, failed.pauses], [1, 4, [1000, 5000, 20_000]])

  replies.push({ status: 429, headers: { 'retry-after': '7' } }, { status: 500 }, { status: 202 })
  const accepted = await push(from)
  t.strictSame([accepted.code, submitted.length, accepted.pauses], [0, 3, [7000, 5000]])
})

t.test('a large site is submitted in batches, and a failure keeps the earlier ones', async (t) => {
  const entry = (id: number) => `<url><loc>${siteUrl}/news/${id}</loc><lastmod>2026-01-01</lastmod></url>`
  const server = createServer(({ url }, response) => {
    const index = `<sitemapindex><sitemap><loc>${siteUrl}/zh/1.xml</loc></sitemap></sitemapindex>`
    const urls = Array.from({ length: 4500 }, (_, id) => entry(id)).join('')
    response.end(url === '/sitemap.xml' ? index : `<urlset>${urls}</urlset>`)
  })
  const from = await listen(t, server)
  const dataDir = t.testdir({})
  const { push, submitted, urls, replies } = await createEngines(t, dataDir)
  replies.push({ body: { success: 2000, remain: 1 } }, { status: 400, body: { message: 'site error' } })
  const cut = await push(['--from', from, '--only', 'baidu'])
  t.strictSame([cut.code, submitted.map(({ body }) => body.split('\n').length)], [1, [2000, 2000]])
  t.equal((await readFile(join(dataDir, 'push-baidu.tsv'), 'utf8')).trimEnd().split('\n').length, 2000)
  t.strictSame(await readdir(dataDir), ['push-baidu.tsv'])
  const rest = await push(['--from', from, '--only', 'baidu'])
  t.strictSame([rest.code, urls().length], [0, 2500])
})

t.test('push is off by default; exit codes and messages name the problem', async (t) => {
  const { push, submitted } = await createEngines(t, t.testdir({}))
  const off = await push([], { indexNowKey: '', baiduToken: '' })
  t.strictSame([off.code, off.err], [78, 'push is off: set INDEXNOW_KEY or BAIDU_TOKEN\n'])
  t.equal((await push([], { siteUrl: 'http://localhost:3000' })).code, 78)
  for (const args of [['--only', 'google'], ['--from', 'ftp://x'], ['now'], ['--what']])
    t.equal((await push(args)).code, 64, args.join(' '))
  const gone = await push(['--from', 'http://127.0.0.1:9'])
  t.equal(gone.code, 69)
  t.match(gone.err, 'the sitemaps cannot be read')
  t.equal(submitted.length, 0)
})

t.test('the IndexNow key file is served only with a key', async (t) => {
  const { get } = await createSmallSite(t, { config: { indexNowKey: key } })
  const file = await get(`/${key}.txt`)
  t.strictSame([file.statusCode, file.body], [200, key])
  t.equal(file.headers['content-type'], 'text/plain; charset=utf-8')
  t.equal((await (await createSmallSite(t)).get(`/${key}.txt`)).statusCode, 404)
})
