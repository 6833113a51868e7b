// The hot path gives the same answers as the ordinary one, only sooner; seen on a real port.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const list = '/api/home/article/list/news?lang=zh&page=1'

async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers: { 'accept-language': 'zh', ...headers } })
  const { date: _, ...rest } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: rest, body: await answer.text() }
}

t.test('a fresh answer has the fields, the body and the log line of the ordinary path', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  await ask(base + list)
  const ordinary = await ask(base + list)
  const hot = await ask(base + list)
  t.equal(hot.body, ordinary.body)
  const { age: _age, 'cache-status': status, ...fields } = hot.headers
  const { age: _ageToo, 'cache-status': _status, ...expected } = ordinary.headers
  t.strictSame(Object.entries(fields).sort(), Object.entries(expected).sort())
  t.match(status, /^site; hit; ttl=\d+$/)
  t.equal(site.origin.hits.length, 1)
  t.equal(site.lines.filter(({ url, msg }) => url === list && msg === 'request').length, 3)
})

t.test('languages, conditions, ranges and HEAD are kept apart from it', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  for (let round = 0; round < 3; round++) {
    const zh = await ask(base + list)
    t.equal((await ask(base + list, { 'if-none-match': zh.headers['etag'] ?? '' })).status, 304)
    const part = await ask(base + list, { range: 'bytes=0-9' })
    t.equal(part.status, 206)
    t.equal(part.body, zh.body.slice(0, 10))
    const head = await fetch(base + list, { method: 'HEAD', headers: { 'accept-language': 'zh' } })
    t.equal(head.headers.get('content-length'), zh.headers['content-length'])
    t.equal(await head.text(), '')
    const en = await ask(base + list.replace('lang=zh', 'lang=en'), { 'accept-language': 'en' })
    t.not(en.body, zh.body)
  }
})

t.test('what was purged is not answered from it', async (t) => {
  const site = await createSmallSite(t, { config: { opsToken: 'a-token-of-operators' } })
  const base = await site.listen()
  for (let round = 0; round < 3; round++) await ask(base + list)
  t.equal(site.origin.hits.length, 1)
  const headers = { authorization: 'Bearer a-token-of-operators', 'content-type': 'application/json' }
  await fetch(`${base}/ops/purge`, { method: 'POST', headers, body: '{"all":true,"mode":"hard"}' })
  await ask(base + list)
  t.equal(site.origin.hits.length, 2)
})
