// The head of an answer as Node.js composed and checked it once, sent again with other answers that are to have the same.
import type { IncomingMessage, ServerResponse as Response } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { ServerResponse } from '../node-http.ts'

export type Head = { status: number; text: string; bytes: Buffer }

/** No documented interface takes a composed head; `canRepeatHeads` tries whether this one does. */
type Inside = { _header: unknown; _headerSent: boolean; maxRequestsOnConnectionReached?: boolean }

/** What Node.js adds to a head depends on the connection, and is the same on all that stay open after an answer. */
export function staysOpen({ httpVersion }: IncomingMessage, response: Response): boolean {
  const { maxRequestsOnConnectionReached: isLast } = response as unknown as Inside
  return httpVersion === '1.1' && response.shouldKeepAlive && isLast !== true
}

/** After `writeHead`. */
export function headOf(response: Response): Head | undefined {
  const { _header: text } = response as unknown as Inside
  if (typeof text !== 'string' || !text.endsWith('\r\n\r\n')) return undefined
  return { status: response.statusCode, text, bytes: Buffer.from(text, 'latin1') }
}

/** In place of `writeHead` and `end`, where the head names the length of this body. */
export function repeatHead(response: Response, { status, text, bytes }: Head, body: Buffer) {
  const inside = response as unknown as Inside
  response.statusCode = status
  inside._header = text
  inside._headerSent = true
  if (body.length === 0) return void response.end(bytes)
  // Two Buffers leave in one step and uncopied, a string and a Buffer do not.
  response.cork()
  response.write(bytes)
  response.end(body)
}

/** Both ways on a wire that leads nowhere: the same bytes have to leave. */
export function canRepeatHeads(): boolean {
  try {
    return isRepeatedWhole()
  } catch {
    // Another Node.js with other insides: every head is composed for itself.
    return false
  }
}

function isRepeatedWhole(): boolean {
  const body = Buffer.from('body')
  const fields = ['content-length', String(body.length), 'date', 'Thu, 01 Jan 1970 00:00:00 GMT']
  let head: Head | undefined
  const composed = bytesOf((response) => {
    head = headOf(response.writeHead(200, fields))
    response.end(body)
  })
  const repeated = (end: Buffer) => bytesOf((response) => head && repeatHead(response, head, end))
  const isWhole = /^HTTP\/1\.1 200 OK\r\n.+\r\n\r\nbody$/s.test(composed)
  return isWhole && repeated(body) === composed && repeated(empty) === head?.text
}

const empty = Buffer.alloc(0)
const asked = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 }

function bytesOf(write: (response: Response) => void): string {
  const left: Buffer[] = []
  const wire = new Writable({
    write(chunk: Buffer, _encoding, done) {
      left.push(chunk)
      done()
    },
  })
  const response = new ServerResponse(asked as IncomingMessage)
  response.assignSocket(wire as unknown as Socket)
  write(response)
  const isOver = response.headersSent && response.writableEnded
  return isOver ? Buffer.concat(left).toString('latin1') : ''
}
