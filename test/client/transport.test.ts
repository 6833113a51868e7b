// Transport of the browser's calls, as far as it needs no browser: the body of a response, and what is sent again.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { browserTransport } from '../../client/browser/transport.ts'

/** Responds as the query of a request says. */
const hits: string[] = []
const server = createServer(({ method, url = '' }, response) => {
  hits.push(`${method}`)
  const { searchParams } = new URL(url, 'http://localhost')
  const after = searchParams.get('after')
  response.writeHead(Number(searchParams.get('status')), after ? { 'retry-after': after } : {})
  response.end(searchParams.get('body'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => void server.close())
const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const send = (query: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
  browserTransport({ method, path, query: { status: '200', ...query }, locale: 'en' }, {})

t.test('a body that is JSON is parsed, also the JSON null; any other one is its text', async (t) => {
  const bodies = { null: null, '0': 0, '"a"': 'a', '{"a":1}': { a: 1 }, '': '', '<p>': '<p>' }
  for (const [text, body] of Object.entries(bodies))
    t.strictSame((await send({ body: text })).body, body, text)
})

t.test(
  'a GET is sent once more after a failure that may pass, within two seconds; a POST is not',
  async (t) => {
    for (const [status, after, count] of [
      [503, '', 2],
      [429, '0', 2],
      [503, '3', 1],
      [503, 'soon', 1],
      [404, '', 1],
    ] as const) {
      hits.length = 0
      t.equal((await send({ status: `${status}`, after })).status, status)
      t.equal(hits.length, count, `${status} ${after}`)
    }
    hits.length = 0
    await send({ status: '503' }, 'POST')
    t.equal(hits.length, 1)
  },
)
