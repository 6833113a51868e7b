// The ways in which an origin fails halfway.
import type { ServerResponse } from 'node:http'

/**
 * `reset`: the connection ends without a response. `hang`: nothing ever comes. `short`: fewer bytes than
 * announced. `long`: more of them. `cut`: the connection ends between two chunks. `drip`: a byte at a time, for ever.
 */
export type Fault = 'reset' | 'hang' | 'short' | 'long' | 'cut' | 'drip'

type Sent = { status: number; headers: Record<string, string>; body: string }

const dripMs = 5

export function misbehave(response: ServerResponse, fault: Fault, { status, headers, body }: Sent) {
  switch (fault) {
    case 'hang':
      return
    case 'reset':
      response.destroy()
      return
    case 'short':
      response.writeHead(status, { ...headers, 'content-length': String(body.length + 100) })
      response.write(body, () => response.destroy())
      return
    case 'long':
      response.socket?.end(rawAnswer(status, headers, body))
      return
    case 'cut':
      response.writeHead(status, { ...headers, 'transfer-encoding': 'chunked' })
      response.write(body, () => response.destroy())
      return
    case 'drip': {
      response.writeHead(status, headers)
      response.write(body)
      const drops = setInterval(() => response.write(' '), dripMs)
      response.once('close', () => clearInterval(drops))
      return
    }
    default:
      fault satisfies never
  }
}

function rawAnswer(status: number, headers: Record<string, string>, body: string): string {
  const fields = Object.entries({ ...headers, 'content-length': String(body.length - 1) })
  return `HTTP/1.1 ${status} OK\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
