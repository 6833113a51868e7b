// The origin is gone: silent, resetting connections, or not there at all.
import { createServer } from 'node:net'
import t from 'tap'
import { freePort } from '../helpers/free-port.ts'
import { until } from '../helpers/until.ts'
import { day, hour, minute, second } from './helpers/clock.ts'
import { article, success } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createWorld } from './helpers/world.ts'

/** Only where silence is waited for: a busy machine may be slow, too. */
const limits = { network: {}, timeout: { timeoutMs: 1000 } }
const calls = Array.from({ length: 30 }, (_, index) => `/api/home/article/detail/${index}`)

const outages: [name: string, answer: ScriptedResponse, kind: 'network' | 'timeout'][] = [
  ['silent', { fault: 'hang' }, 'timeout'],
  ['resetting connections', { fault: 'reset' }, 'network'],
  ['failing', { status: 500, body: 'x'.repeat(70_000) }, 'network'],
]

for (const [name, answer, kind] of outages) {
  t.test(`${name}: every warm entry is served at once for a day`, async (t) => {
    const { origin, get, clock } = await createWorld(t)
    for (const call of calls) origin.on(call, success(call))
    for (const call of calls) await get(call)
    for (const call of calls) origin.on(call, { fault: 'hang' })
    clock.advance(20 * hour)
    for (const call of calls) origin.on(call, answer)
    let turns = 0
    const counting = setImmediate(function count() {
      turns++
      again = setImmediate(count)
    })
    let again = counting
    for (const call of calls) t.match(await get(call), { status: 200, body: call })
    clearImmediate(again)
    t.equal(turns, 0, 'without waiting for anything')
  })

  t.test(`${name}: and for a week after its failure was seen`, async (t) => {
    const { origin, get, clock, outcomes } = await createWorld(t, limits[kind])
    origin.on(article, success('old'))
    await get(article)
    clock.advance(5 * day)
    origin.on(article, answer)
    t.match(await get(article), { status: 200, body: 'old' })
    const asked = origin.hits(article).length
    t.match(await get(article), { status: 200, body: 'old' })
    t.equal(origin.hits(article).length, asked, 'the second one does not wait for the origin')
    t.strictSame(outcomes, ['miss', 'stale', 'stale'])
  })

  t.test(`${name}: when it is back, the next visitors bring what is new`, async (t) => {
    const { origin, get, clock, refreshErrors } = await createWorld(t, limits[kind])
    origin.on(article, success('old'))
    await get(article)
    clock.advance(3 * hour)
    origin.on(article, answer)
    await get(article)
    await until(() => refreshErrors.length === 1)
    origin.on(article, success('new'))
    clock.advance(3 * second)
    t.match((await get(article)).body, 'old')
    await until(async () => (await get(article)).body.includes('new'))
    clock.advance(minute)
    t.match((await get(article)).headers['cache-status'], /hit; ttl=7140/)
  })
}

t.test('nothing listens there: stale while it lasts, an error for the cold, until it is back', async (t) => {
  const port = await freePort()
  const { clock, ...world } = await createWorld(t, { base: `http://127.0.0.1:${port}` })
  const get = () => world.get(article)
  await t.rejects(get(), { name: 'OriginError', kind: 'network' })

  const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 25\r\n\r\n{"success":true,"data":1}`
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  clock.advance(3 * second)
  t.equal((await get()).status, 200)
  await new Promise((resolve) => server.close(resolve))
  clock.advance(3 * hour)
  t.equal((await get()).status, 200)
  clock.advance(3 * day)
  t.match(await get(), { status: 200, headers: { 'cache-status': /detail=stale-if-error/ } })
})
