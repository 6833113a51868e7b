// The business calls' transport on the server.
import { Readable } from 'node:stream'
import t from 'tap'
import type { OriginRequest, OriginResponse } from '../../../server/base/origin.ts'
import { createCallReader } from '../../../server/origin/call-reader.ts'
import { createServerTransports } from '../../../server/origin/transport.ts'
import type { SafeHtml } from '../../../shared/content/reader.ts'

function createWorld(answer: Partial<OriginResponse> | Error) {
  const sent: OriginRequest[] = []
  const send = async (request: OriginRequest): Promise<OriginResponse> => {
    sent.push(request)
    if (answer instanceof Error) throw answer
    return { status: 200, headers: {}, body: Buffer.from('{}'), ...answer }
  }
  const { parse } = createCallReader((html) => html as SafeHtml)
  return { sent, transport: createServerTransports({ parse, timeoutMs: 200 })(send) }
}
const get = { method: 'GET', path: '/x', locale: 'zh' } as const

t.test('undefined values are dropped from the query', async (t) => {
  const { sent, transport } = createWorld({})
  await transport({ ...get, query: { lang: 'zh', keywords: undefined, page: 2, word: 'a b&c' } })
  await transport({ ...get, query: {} })
  const paths = sent.map(({ path }) => path)
  t.strictSame(paths, ['/x?lang=zh&page=2&word=a+b%26c', '/x'])
})

t.test('a response consists of its status and its JSON, or its text', async (t) => {
  const rows: [text: string, body: unknown][] = [
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['<html>', '<html>'],
    ['', ''],
    ['{"a":', '{"a":'],
  ]
  for (const [text, body] of rows) {
    const whole = createWorld({ status: 503, body: Buffer.from(text) })
    t.strictSame(await whole.transport(get), { status: 503, body })
    const streamed = createWorld({ status: 503, body: Readable.from([Buffer.from(text)]) })
    t.strictSame(await streamed.transport(get), { status: 503, body })
  }
})

t.test('a character that is split between two pieces stays whole', async (t) => {
  const bytes = Buffer.from('"水"')
  const { transport } = createWorld({ body: Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]) })
  t.strictSame(await transport(get), { status: 200, body: '水' })
})

t.test('a stored body gives the same object each time, another body never does', async (t) => {
  const { transport } = createWorld({ body: Buffer.from('{"success":true,"data":[]}') })
  const first = (await transport(get)).body
  t.equal((await transport(get)).body, first)
  const other = createWorld({ body: Buffer.from('{"success":true,"data":[]}') })
  t.not((await other.transport(get)).body, first)
})
