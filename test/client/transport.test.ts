// Transport of the browser's calls, as far as it needs no browser: the body of a response, and what is tried again.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { browserTransport } from '../../client/browser/transport.ts'

t.test('a body that is JSON is parsed, also the JSON null; any other one is its text', async (t) => {
  const bodies: Record<string, unknown> = {
    null: null,
    '0': 0,
    '"a"': 'a',
    '{"a":1}': { a: 1 },
    '': '',
    '<p>': '<p>',
  }
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(`${request.method}`)
    response.end(new URL(request.url ?? '', 'http://x').searchParams.get('body'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const [text, body] of Object.entries(bodies)) {
    const response = await browserTransport({ method: 'GET', path, query: { body: text }, locale: 'en' }, {})
    t.strictSame(response, { status: 200, body }, text)
  }
})
