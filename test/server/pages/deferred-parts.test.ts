// Deferred parts: they do not delay the shell, their failure does not fail the page, and everybody gets the same bytes.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { constants, createGunzip } from 'node:zlib'
import t from 'tap'
import { inlineScriptsOf } from '../../helpers/elements.ts'
import { titleOf } from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { pages } from '../../helpers/pages.ts'
import { personAgent, robot } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { streamPage } from '../../helpers/stream-page.ts'
import { hang, status } from '../../helpers/upstream.ts'

const withDeferred = pages.filter(({ deferred }) => deferred)
const recommends = '/api/home/article/recommends'

t.test('the shell is sent, compressed, while a deferred part is pending, and the part follows', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const events: string[] = []
  const release = Promise.withResolvers<void>()
  site.origin.answer(recommends, async (_request, response) => {
    await release.promise
    events.push('part answered')
    response.end('{"success":true,"data":[]}')
  })
  const headers = { 'user-agent': personAgent, accept: 'text/html', 'accept-encoding': 'gzip' }
  const request = get(`${base}/news/1`, { agent: false, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let [body, first] = ['', '']
  for await (const piece of response.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }))) {
    body += piece
    if (!body.includes('<div data-island="RecommendedArticles">')) continue
    if (events.length === 0) events.push('shell read')
    first ||= body
    release.resolve()
  }
  t.strictSame(events, ['shell read', 'part answered'])
  for (const text of ['<title>展会 | 水表厂</title>', '展会的正文']) t.match(first, text)
  t.match(first, /<div data-island="RecommendedArticles">$/)
  t.match(body, /<\/footer>.*<\/html>$/s)
  t.match(response.headers['cache-control'], 'no-store')
})

t.test('a deferred part that fails or hangs is replaced by a notice, and logged', async (t) => {
  for (const answer of [status(500), hang]) {
    const site = await createSmallSite(t, answer === hang ? { timeoutMs: 2000 } : {})
    site.origin.answer(recommends, answer)
    const { statusCode, body } = await site.get('/news/1')
    t.equal(statusCode, 200)
    t.equal(titleOf(body), '展会 | 水表厂')
    t.match(body, '<p class="quiet">这部分内容暂时无法显示，请稍后再试。</p>')
    const logged = site.lines.filter(({ level, call }) => level >= 40 && !call)
    t.match(logged, [{ level: 40, msg: 'part of a page missing', path: '/news/1' }])
  }
})

t.test('a person whose part is held, a bot and the store have the same bytes', async (t) => {
  const [site, whole] = [await createWorld(t), await createSmallSite(t)]
  const base = await site.listen()
  for (const { path } of someOf(withDeferred, 3)) {
    await site.purge({ all: true, mode: 'hard' })
    const streamed = await streamPage(site, base + path)
    t.match(streamed.headers, { 'cache-control': 'private, no-store', etag: undefined }, path)
    const isInPieces = streamed.first.length > 1000 && streamed.first.length < streamed.body.length
    t.ok(isInPieces && streamed.body.startsWith(streamed.first), `${path}: in two pieces`)
    const stored = await site.get(path)
    t.match(stored.headers['cache-status'], '; hit', path)
    t.match(stored.headers, { etag: /^W/ })
    t.equal(streamed.body, stored.body, path)
    t.equal((await whole.get(path, robot)).body, stored.body, path)
    t.equal(streamed.headers['content-security-policy'], stored.headers['content-security-policy'])
    t.strictSame(inlineScriptsOf(streamed.body, site.build), [])
  }
})
