// Responses that are not what they claim to be: an error for the visitor, and nothing stored.
import t from 'tap'
import { day } from './helpers/clock.ts'
import { article, success, text } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createWorld } from './helpers/world.ts'

const good = success({ id: 3 })
/** Only where silence is waited for: a busy machine may be slow, too. */
const limits = { network: { responseLimit: 1000 }, timeout: { responseLimit: 1000, timeoutMs: 1000 } }

const wrong: [name: string, answer: ScriptedResponse, kind?: 'timeout'][] = [
  ['HTML with status 200', { headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' }],
  ['HTML that calls itself JSON', { ...good, body: '<h1>Maintenance</h1>' }],
  ['JSON that calls itself HTML', { ...good, headers: { 'content-type': 'text/html' } }],
  ['HTML without a type', { body: '<h1>Maintenance</h1>' }],
  ['JSON that is no envelope', { ...good, body: '[]' }],
  ['a text', { ...good, body: '"a"' }],
  ['nothing', { ...good, body: '' }],
  ['a 204', { status: 204 }],
  ['half of it', { ...good, body: good.body!.slice(0, -5) }],
  ['fewer bytes than announced', { ...good, fault: 'short' }],
  ['more bytes than announced', { ...good, fault: 'long' }],
  ['a body that is cut off', { ...good, fault: 'cut' }],
  ['a body that drips for ever', { ...good, fault: 'drip' }, 'timeout'],
  ['an answer that never comes', { fault: 'hang' }, 'timeout'],
  ['a connection that ends', { fault: 'reset' }],
  ['an encoding that is not its own', success({ id: 3 }, { 'content-encoding': 'gzip' })],
  ['an encoding that is not known', success({ id: 3 }, { 'content-encoding': 'compress' })],
  ['a body larger than the limit', success('x'.repeat(2000))],
  ['a part of it', { ...good, status: 206 }],
  ['a 503 that drips for ever', { status: 503, fault: 'drip' }, 'timeout'],
  ['a 500 that is encoded', { status: 500, headers: { 'content-encoding': 'br' }, body: 'x' }],
]

for (const [name, answer, kind = 'network'] of wrong) {
  t.test(`${name}: an error, and nothing is stored`, async (t) => {
    const { origin, get, memory } = await createWorld(t, limits[kind])
    origin.on(article, answer)
    await t.rejects(get(article), { name: 'OriginError', kind })
    t.equal(memory.usage().count, 0)
  })

  t.test(`${name}: what is stored stays in use`, async (t) => {
    const { origin, get, memory, clock } = await createWorld(t, limits[kind])
    origin.on(article, good)
    await get(article)
    clock.advance(3 * day)
    origin.on(article, answer)
    t.match(await get(article), { status: 200, body: good.body! })
    t.equal(memory.usage().count, 1)
  })
}

t.test('other paths: an unknown content encoding is an error as well', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on('/api/home/file', text('x', 'max-age=60', { 'content-encoding': 'compress' }))
  await t.rejects(get('/api/home/file'), { name: 'OriginError', kind: 'network' })
})

t.test('types like application/problem+json are JSON, and so may be a body without a type', async (t) => {
  for (const type of [
    undefined,
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/vnd.api+json',
  ]) {
    const { origin, get } = await createWorld(t)
    origin.on(article, { ...good, headers: { 'content-type': type } })
    t.equal((await get(article)).status, 200, String(type))
  }
})

t.test('a shared error of the origin has no cookie and no field of its connection', async (t) => {
  const { origin, get } = await createWorld(t)
  const headers = {
    'retry-after': '60',
    'set-cookie': 'session=1',
    connection: 'x-hop',
    'x-hop': '1',
    'x-end': '2',
  }
  origin.on(article, { status: 503, headers, body: 'down' })
  for (const answer of await Promise.all([get(article), get(article), get(article)])) {
    t.match(answer, { status: 503, body: 'down', headers: { 'x-end': '2', 'retry-after': '60' } })
    for (const name of ['set-cookie', 'x-hop', 'connection']) t.notOk(name in answer.headers, name)
  }
})
