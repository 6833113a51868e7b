// Scripted responses of an upstream, and the ways in which one fails halfway.
import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

/**
 * `reset`: the connection ends without a response. `hang`: nothing ever comes. `short`: fewer bytes than
 * announced. `long`: more of them. `cut`: the connection ends between two chunks. `drip`: a byte at a time, for ever.
 */
export type Fault = 'reset' | 'hang' | 'short' | 'long' | 'cut' | 'drip'

export type Answer = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string
  /** The body piece by piece. */
  pieces?: AsyncIterable<string>
  /** The response waits for it. */
  after?: Promise<unknown>
  fault?: Fault
}

type Headers = NonNullable<Answer['headers']>

const dripMs = 5

/** Text for a path that is no business call: the cache knows nothing of it but what HTTP says. */
export function text(body: string, cacheControl: string, headers: Headers = {}): Answer {
  return { headers: { 'content-type': 'text/plain', 'cache-control': cacheControl, ...headers }, body }
}

export function json(value: unknown, headers: Headers = {}): Answer {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** A success of `GET /api/home/article/detail/…`. */
export function article(title: string, headers: Headers = {}): Answer {
  return json({ success: true, data: { id: 3, category: 'news', title, body: '' }, msg: '' }, headers)
}

/** A response in two pieces, the second one after `gate`; it is not stored. */
export function inPieces(gate: Promise<void>): Answer {
  async function* pieces() {
    yield 'first '
    await gate
    yield 'second'
  }
  return { ...text('', 'no-store'), pieces: pieces() }
}

export async function send(response: ServerResponse, answer: Answer) {
  const { status = 200, headers = {}, body = '', pieces = [], after, fault } = answer
  await after
  if (fault) return misbehave(response, fault, { status, headers, body })
  response.writeHead(status, headers)
  for await (const piece of pieces) {
    response.write(piece)
    await turn()
    if (response.destroyed) return
  }
  response.end(body)
}

type Sent = { status: number; headers: Headers; body: string }

function misbehave(response: ServerResponse, fault: Fault, { status, headers, body }: Sent) {
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
    case 'long': {
      const fields = Object.entries({ ...headers, 'content-length': body.length - 1 })
      const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      response.socket?.end(`HTTP/1.1 ${status} OK\r\n${head}\r\n${body}`)
      return
    }
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
