// What makes two requests the same one, and the one request that the upstream gets for them.
import t from 'tap'
import { json, text } from './helpers/answers.ts'
import { createWorld } from './helpers/world.ts'

const { on, get, ask, count, hits } = await createWorld(t)
const labels = '/api/home/block/label'

/** `paths`: what the upstream receives, in order. */
const queries: [name: string, queries: string[], received: string[]][] = [
  ['the order of parameters', ['?b=2&a=1', '?a=1&b=2'], ['?a=1&b=2']],
  ['an empty query', ['', '?', '?&', '?&&'], ['']],
  ['the order of one name', ['?a=1&a=2', '?a=2&a=1'], ['?a=1&a=2', '?a=2&a=1']],
  ['a name in two spellings', ['?a=1&%61=2', '?%61=2&a=1'], ['?a=1&%61=2', '?%61=2&a=1']],
  [
    'twice, once, empty, not at all',
    ['?a=1&a=1', '?a=1', '?a', '?a=', ''],
    ['?a=1&a=1', '?a=1', '?a', '?a=', ''],
  ],
]
t.test('parameters of a query', async (t) => {
  for (const [name, sent, received] of queries) {
    const path = on(text('a', 'max-age=60'))
    for (const _round of [1, 2]) for (const query of sent) t.equal((await get(path + query)).statusCode, 200)
    t.strictSame(
      hits(path).map((hit) => hit.path),
      received.map((query) => path + query),
      name,
    )
  }
})

t.test('the language is part of the key: zh or en, and the upstream gets that of the key', async (t) => {
  const path = on(({ headers }) => text(String(headers['accept-language']), 'max-age=60'))
  for (const language of ['zh', 'zh-CN,zh;q=0.9,en;q=0.8', 'zh-TW', 'fr', '*', ''])
    t.equal((await get(path, { 'accept-language': language })).body, 'zh', language)
  for (const language of ['en', 'en-GB', 'en;q=0.5,zh;q=0.4', 'fr, en;q=0.1', 'en-US,en;q=0.9,<script>'])
    t.equal((await get(path, { 'accept-language': language })).body, 'en', language)
  t.equal((await ask('GET', path)).body, 'zh', 'without the field')
  t.equal(count(path), 2)
})

const post = (path: string, payload: string) =>
  ask('POST', path, payload, { 'content-type': 'application/json' })

t.test('POST calls that only read are stored', async (t) => {
  const reads = 'config/base route/tree block/label block/banner article/recommends/news'
  for (const path of reads.split(' ')) {
    const before = count(`/api/home/${path}`)
    const body = '{"lang":"en","position":"home"}'
    const answers = await Promise.all([post(`/api/home/${path}`, body), post(`/api/home/${path}`, body)])
    for (const { statusCode } of answers) t.equal(statusCode, 200, path)
    t.equal(count(`/api/home/${path}`), before + 1, path)
  }
})

t.test('each of their bodies arrives as it was sent, and has a response of its own', async (t) => {
  on(({ body }) => json({ success: true, data: { said: body }, msg: '' }), labels)
  const bodies = [
    '{"lang":"en","keys":["a","b"]}',
    ' {\n"keys" : [ "a", "b" ],"l\\u0061ng":"en"}',
    '{"lang":"en","lang":"zh"}',
    '{"id":9007199254740993}',
    '{"id":9007199254740992}',
    '{"text":"水"}',
  ]
  const before = count(labels)
  for (const body of [...bodies, ...bodies])
    t.equal(JSON.parse((await post(labels, body)).body).data.said, body)
  t.equal(count(labels), before + bodies.length)
})
