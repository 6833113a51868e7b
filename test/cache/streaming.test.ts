// Limits of size and time of a response; responses outlive the visitors who leave.
import { get as httpGet, type IncomingMessage } from 'node:http'
import t from 'tap'
import { until } from '../helpers/until.ts'
import { type Answer, article, inPieces, text } from './helpers/answers.ts'
import { day, second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, storedCall, get, statusOf, count, lines, listen, clock } = await createWorld(t)
const base = await listen()

/** The body piece by piece, over a connection of its own. */
async function open(path: string, signal?: AbortSignal) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpGet(base + path, { agent: false, ...(signal && { signal }) }, resolve)
    request.on('error', reject)
  })
  response.on('error', () => {})
  const pieces = response[Symbol.asyncIterator]()
  return {
    next: async () => String((await pieces.next()).value),
    rest: async () => {
      let rest = ''
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) rest += next.value
      return rest
    },
  }
}
/** The server has noticed that the visitor has left. */
const hasLeft = (path: string) => until(() => lines.some(({ url, aborted }) => url === path && aborted))
const isStored = (path: string) => until(async () => String(await statusOf(path)).startsWith('site; hit'))

t.test('what is not stored is passed on while it arrives', async (t) => {
  const gate = Promise.withResolvers<void>()
  const reader = await open(on(inPieces(gate.promise)))
  t.equal(await reader.next(), 'first ')
  gate.resolve()
  t.equal(await reader.rest(), 'second')
})

t.test('a body over the limit of an entry passes through and is not stored, announced or not', async (t) => {
  const body = 'x'.repeat(1_048_577)
  async function* pieces() {
    yield body
  }
  for (const answer of [
    () => ({ ...text('', 'max-age=60'), pieces: pieces() }),
    text(body, 'max-age=60', { 'content-length': String(body.length) }),
  ]) {
    const path = on(answer)
    for (const _visit of [1, 2]) t.equal((await get(path)).body.length, body.length)
    t.equal(count(path), 2)
  }
})

t.test('what drips for ever ends with the deadline of ten seconds', async (t) => {
  /** What has come after almost all of this time. */
  const drip = (answer: Answer) => () => {
    clock.advance(9.9 * second)
    return { ...answer, fault: 'drip' as const }
  }
  const known = await storedCall(article('known'), (3 * day) / second)
  on(drip(article('a')), known)
  t.match(await get(known), { statusCode: 200, body: 'known' })
  const path = on(drip(text('drop', 'max-age=60')))
  for (const each of [path, onCall(drip(article('a'))), onCall(drip({ status: 503 }))])
    t.equal((await get(each)).statusCode, 504)
  clock.advance(3 * second)
  on(text('whole', 'max-age=60'), path)
  t.equal((await get(path)).body, 'whole', 'and is not stored')
})

t.test('a visitor who leaves cancels nothing: the others get the response, and it is stored', async (t) => {
  for (const others of [0, 1]) {
    const gate = Promise.withResolvers<void>()
    const path = onCall({ ...article('a'), after: gate.promise })
    const leaving = new AbortController()
    const first = open(path, leaving.signal)
    await until(() => count(path) === 1)
    const rest = Array.from({ length: others }, () => get(path))
    leaving.abort()
    await t.rejects(first, { name: 'AbortError' })
    await hasLeft(path)
    gate.resolve()
    for (const { statusCode } of await Promise.all(rest)) t.equal(statusCode, 200)
    await isStored(path)
    t.equal(count(path), 1)
  }
})
