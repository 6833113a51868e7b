// RFC 9111 §4.4: unsafe requests invalidate stored responses. Not on paths of business calls, which only read.
import t from 'tap'
import { article, text } from './helpers/answers.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, get, ask, count, hits } = await createWorld(t)
const a = text('a', 'max-age=60')

/** Requests to the upstream for a GET, a `method` that gets `status`, and a GET again. */
async function hitsWith(method: string, status = 200): Promise<number> {
  const headers = { location: '/api/home/elsewhere' }
  const path = on((asked) => (asked.method === 'GET' ? a : { status, headers }))
  for (const each of ['GET', method, 'GET']) await ask(each, path)
  return count(path)
}

t.test(
  '§4.4: an unsafe request that succeeded invalidates its target, one that failed does not',
  async (t) => {
    for (const method of ['POST', 'PUT', 'DELETE']) t.equal(await hitsWith(method), 3, method)
    t.equal(await hitsWith('POST', 303), 3, 'a redirection is a success')
    for (const status of [400, 403, 404, 500]) t.equal(await hitsWith('DELETE', status), 2, String(status))
  },
)

t.test('§4.4: in every language, and whatever the order of its query', async (t) => {
  const path = on(a)
  const read = async () => {
    for (const language of ['zh', 'en']) await get(`${path}?a=1&b=2`, { 'accept-language': language })
  }
  await read()
  await ask('DELETE', `${path}?b=2&a=1`)
  await read()
  t.equal(count(path), 5)
})

t.test('§4.4: Location and Content-Location of the same host are invalidated, of others not', async (t) => {
  const invalidated = async (name: string, locationOf: (path: string) => string) => {
    const path = on(a)
    const write = on({ status: 201, headers: { [name]: locationOf(path) } })
    for (const [method, each] of [
      ['GET', path],
      ['POST', write],
      ['GET', path],
    ] as const)
      await ask(method, each)
    return count(path) === 2
  }
  for (const name of ['location', 'content-location'])
    for (const prefix of ['', 'https://other.example', '//other.example', 'http://['])
      t.equal(await invalidated(name, (path) => prefix + path), prefix === '', `${name}: ${prefix}`)
  t.ok(await invalidated('location', (path) => `${path.split('/').at(-1)}?x=1`), 'a relative one')
})

t.test('§4.4: a POST that only reads is not a write, not even one that is no JSON', async (t) => {
  const detail = onCall(article('a'))
  const menu = '/api/home/route/tree'
  await get(detail)
  for (const payload of ['{}', 'no JSON', '{}']) await ask('POST', menu, payload)
  t.strictSame(
    hits(menu).map(({ body }) => body),
    ['{}', 'no JSON'],
  )
  await get(detail)
  t.equal(count(detail), 1)
})

t.test('§4.4: a response in flight during the unsafe request is not stored', async (t) => {
  const [gate, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const path = on(() => {
    asked.resolve()
    return { ...text('before', 'max-age=60'), after: gate.promise }
  })
  const early = get(path)
  await asked.promise
  on(text('after', 'max-age=60'), path)
  await ask('PUT', path)
  t.equal((await get(path)).body, 'after')
  gate.resolve()
  t.equal((await early).body, 'before')
  t.equal((await get(path)).body, 'after')
})
