// Deferred parts: they do not delay the shell, and their failure does not fail the page.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { constants, createGunzip } from 'node:zlib'
import t from 'tap'
import { titleOf } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang, reset, status } from '../../helpers/upstream.ts'

const recommends = '/api/home/article/recommends'
const empty: Answer = (_request, response) => void response.end('{"success":true,"data":[]}')

/** The response head, and its chunks one by one. */
async function ask(url: string) {
  const headers = { 'user-agent': personAgent, accept: 'text/html', 'accept-encoding': 'gzip' }
  const [response] = (await once(get(url, { agent: false, headers }), 'response')) as [IncomingMessage]
  return { response, pieces: response.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })) }
}

t.test('the shell is sent, compressed, while a deferred part is pending, and the part follows', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const events: string[] = []
  const release = Promise.withResolvers<void>()
  site.origin.answer(recommends, async (...asked) => {
    await release.promise
    events.push('part answered')
    await empty(...asked)
  })
  const { response, pieces } = await ask(`${base}/news/1`)
  let [body, first] = ['', '']
  for await (const piece of pieces) {
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
  for (const answer of [status(500), reset, hang]) {
    const site = await createSmallSite(t, answer === hang ? { timeoutMs: 3000 } : {})
    site.origin.answer(recommends, answer)
    const { statusCode, body } = await site.get('/news/1')
    t.equal(statusCode, 200)
    t.equal(titleOf(body), '展会 | 水表厂')
    t.match(body, '<p class="quiet">这部分内容暂时无法显示，请稍后再试。</p>')
    const logged = site.lines.filter(({ level, call }) => level >= 40 && !call)
    t.match(logged, [{ level: 40, msg: 'part of a page missing', path: '/news/1' }])
  }
})
