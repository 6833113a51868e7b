// Nothing that a visitor sends changes what another one gets.
import t from 'tap'
import { attacks, combinedAttacks } from './helpers/attacks.ts'
import { article, labels, other, success, text } from './helpers/responses.ts'
import type { Received, ScriptedResponse } from './helpers/scripted-origin.ts'
import { createStored, createWorld } from './helpers/world.ts'

/** Echoes the request, so that any input of an attacker would be visible. */
function mirror({ method, path, headers, body }: Received): ScriptedResponse {
  const { connection: _, ...seen } = headers
  return success({ method, path, headers: seen, body }, { 'cache-control': 'max-age=60', etag: '"a"' })
}

const reads: [name: string, path: string, body?: string][] = [
  ['a business call', article],
  ['another path', other],
  ['a read POST', labels, '{"lang":"en"}'],
]

for (const [name, path, body] of reads) {
  const request = { method: body ? 'POST' : 'GET', ...(body && { body }) }

  t.test(`${name}: no field of the first visitor changes what the second one gets`, async (t) => {
    const clean = await createWorld(t)
    clean.origin.on(path, mirror)
    const expected = (await clean.ask(path, request)).body.replaceAll(clean.origin.url.slice(7), 'origin')
    for (const [field, value] of Object.entries(attacks)) {
      const { origin, ask } = await createWorld(t)
      origin.on(path, mirror)
      await ask(path, { ...request, headers: { [field]: value } })
      const second = await ask(path, request)
      t.match(second, { status: 200, body: expected.replaceAll('origin', origin.url.slice(7)) }, field)
      t.equal(origin.hits(path).length, 1, `${field} is no key`)
    }
  })

  t.test(
    `${name}: what reaches the origin follows from the key, but for the id of the request`,
    async (t) => {
      const { origin, ask, cache } = await createWorld(t)
      origin.on(path, mirror)
      await ask(path, request)
      await cache.purge({ kind: 'all' }, 'hard')
      const id = { 'x-request-id': 'r1' }
      await ask(path, { ...request, headers: { ...combinedAttacks, ...id } })
      const [first, second] = origin.hits(path)
      t.strictSame(second, { ...first!, headers: { ...first!.headers, ...id } })
    },
  )
}

t.test('Accept-Language selects among the responses of one key only', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(article, mirror)
  const zh = await get(article, { 'accept-language': 'zh-CN,zh;q=0.9' })
  const en = await get(article, { 'accept-language': 'en-US,en;q=0.9,<script>' })
  t.match(zh.body, '"accept-language":"zh"')
  t.match(en.body, '"accept-language":"en"')
  t.equal((await get(article, { 'accept-language': 'zh;q=0.1, fr' })).body, zh.body)
})

t.test('conditional and range requests do not change the stored response', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, text('0123456789', 'max-age=60', { etag: '"a"' }))
  await get(other, { range: 'bytes=0-0', 'if-none-match': '*' })
  t.equal((await get(other, { range: 'bytes=1-2' })).status, 206)
  t.equal((await get(other, { 'if-none-match': '"a"' })).status, 304)
  t.match(await get(other), { status: 200, body: '0123456789' })
  t.equal(origin.hits(other).length, 1)
})

t.test('a change to a returned response does not change the stored one', async (t) => {
  const { origin, send } = await createWorld(t)
  origin.on(article, success({ id: 3 }, { link: ['</a>', '</b>'] }))
  await send(article)
  const first = await send(article)
  first.headers['x-attack'] = 'yes'
  first.headers['content-type'] = 'text/html'
  const second = await send(article)
  t.notOk('x-attack' in second.headers)
  t.match(second.headers['content-type'], 'application/json')
})

t.test('a method that is written otherwise is none of ours', async (t) => {
  const { ask } = await createStored(t, ({ method }) => success(method), 0, article)
  t.match((await ask(article, { method: 'POST' })).body, 'POST')
  t.match((await ask(article)).body, 'GET')
})

t.test('an error that depends on one request is not shared', async (t) => {
  const { origin, get, ask } = await createWorld(t)
  origin.on(article, ({ headers }) => (headers['x-break'] ? { status: 500 } : success({ id: 3 })))
  await get(article, { 'x-break': 'yes' })
  t.equal((await get(article)).status, 200)
  origin.on('/api/home/form/contact', { status: 500, headers: { 'retry-after': '60' } })
  await ask('/api/home/form/contact', { method: 'POST', body: '{}' })
  origin.on('/api/home/form/contact', success({ id: '1' }))
  t.equal((await ask('/api/home/form/contact', { method: 'POST', body: '{}' })).status, 200)
})
