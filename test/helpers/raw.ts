// Raw bytes over a socket, and the bytes of the response.
import { connect } from 'node:net'

/** Reached only by failures. */
const timeoutMs = 60_000

/** `head` in lower case, for case-insensitive names; `written` unchanged. */
type RawResponse = { status: number; head: string; written: string; body: string }

/** Everything that the server writes until it closes; `text` is sent as Latin-1, and nothing after it where `isAll`. */
export function exchange(base: string, text: string, isAll = false): Promise<string> {
  const { hostname, port } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () =>
    isAll ? socket.end(text, 'latin1') : socket.write(text, 'latin1'),
  )
  let received = ''
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(new Error(`no end: ${JSON.stringify(text.slice(0, 200))}`)),
  )
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.once('error', (error: Error & { code?: string }) =>
    error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(received) : reject(error),
  )
  socket.once('close', () => resolve(received))
  return promise
}

/** The responses in the received bytes, by their status lines. */
export function responsesIn(received: string): RawResponse[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith('HTTP/1.1 '))
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      return {
        status: Number(head.slice(9, 12)),
        head: head.toLowerCase(),
        written: head,
        body: body.join('\r\n\r\n'),
      }
    })
}

/** A request with Connection: close. `lines` follow the request line. */
export function requestText(line: string, lines: string[] = [], body = ''): string {
  return `${[line, 'Host: site.example', 'User-Agent: Mozilla/5.0', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n${body}`
}
