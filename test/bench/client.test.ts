// The response parser of the bench: accepts complete responses only, however they are split.
import t from 'tap'
import { createResponseParser } from './client.ts'

const head = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`
const lengthy = `${head('Content-Length: 12')}0\r\n\r\n0\r\n\r\n0\r`
const chunked = `${head('transfer-encoding: chunked')}7\r\na\r\n\r\n0\r\r\n4\r\nrest\r\n0\r\n\r\n`

/** The number of parts after which the response was complete. */
function wholeAfter(parts: string[]): number[] {
  const read = createResponseParser()
  return parts.flatMap((part, index) => (read(Buffer.from(part)) ? [index] : []))
}

t.test('responses with Content-Length and chunked responses, split anywhere in their bodies', async (t) => {
  for (const answer of [lengthy, chunked]) {
    t.same(wholeAfter([answer]), [0])
    for (let at = answer.indexOf('\r\n\r\n') + 4; at < answer.length; at++)
      t.same(wholeAfter([answer.slice(0, at), answer.slice(at)]), [1], `cut at ${at}`)
  }
  t.same(wholeAfter([head('content-length: 0')]), [0])
})

t.test('invalid responses are rejected', async (t) => {
  t.throws(
    () =>
      createResponseParser()(Buffer.from('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n')),
    /503/,
  )
  t.throws(() => createResponseParser()(Buffer.from('HTTP/1.1 200 OK\r\nconte')), /several parts/)
})
