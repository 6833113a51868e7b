// Nothing that a visitor sends changes what another one gets.
import t from 'tap'
import { json } from './helpers/answers.ts'
import { attacks, combinedAttacks } from './helpers/attacks.ts'
import { createWorld, type Script } from './helpers/world.ts'

const { on, onCall, ask, count, hits, purge } = await createWorld(t)

/** Echoes the request but for what differs in each, so that any input of an attacker would be visible. */
const mirror: Script = ({ method, headers, body }) => {
  const seen = { ...headers, connection: '', via: '', 'x-request-id': '' }
  const data = { id: 3, category: 'news', title: JSON.stringify({ method, seen, body }), body: '' }
  return json({ success: true, data, msg: '' }, { 'cache-control': 'max-age=60', etag: '"a"' })
}

let number = 100
const reads: [name: string, create: () => [path: string, body?: string]][] = [
  ['a business call', () => [onCall(mirror)]],
  ['another path', () => [on(mirror)]],
  ['a POST that reads', () => [on(mirror, '/api/home/block/label'), `{"number":${number++}}`]],
]
for (const [name, create] of reads) {
  const send = ([path, body]: [path: string, body?: string], headers: Record<string, string> = {}) =>
    ask(body ? 'POST' : 'GET', path, body, headers)
  const withoutNumber = (body: string) => body.replace(/number[^}]*/g, '')

  t.test(`${name}: no field of the first visitor changes what the second one gets`, async (t) => {
    const expected = await send(create())
    t.equal(expected.statusCode, 200)
    for (const [field, value] of Object.entries(attacks)) {
      const request = create()
      const before = count(request[0])
      await send(request, { [field]: value })
      const second = await send(request)
      t.equal(second.statusCode, 200, field)
      t.equal(withoutNumber(second.body), withoutNumber(expected.body), field)
      t.equal(count(request[0]), before + 1, `${field} is no key`)
    }
  })

  t.test(`${name}: what reaches the upstream follows from the key`, async (t) => {
    const request = create()
    await send(request)
    await purge({ all: true, mode: 'hard' })
    await send(request, combinedAttacks)
    const own = { 'x-request-id': '', via: '' }
    const received = hits(request[0]).slice(-2)
    const [first, second] = received.map((one) => ({ ...one, headers: { ...one.headers, ...own } }))
    t.strictSame(second, first)
  })
}
