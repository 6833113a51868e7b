// Answers to what is no request: the parser gave up on it, so the words go straight to the socket.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from '../node-http.ts'
import type { Security } from './security.ts'

type ParserError = Error & { code?: string }

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** For the server's `clientError`: no body to sniff, the fields of every other answer, and the end of the connection. */
export function createParserRefusal({ fields }: Security) {
  const lines = Object.entries({ ...fields, 'cache-control': 'no-store', connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return ({ code = '' }: ParserError, socket: Socket) => {
    // In the middle of another answer these words would be read as its body.
    const answer = (socket as { _httpMessage?: ServerResponse })._httpMessage
    if (code === 'ECONNRESET' || !socket.writable || answer?.headersSent) return void socket.destroy()
    const status = statuses[code] ?? 400
    const line = `${status} ${STATUS_CODES[status]}`
    socket.end(
      `HTTP/1.1 ${line}\r\n${head}content-type: text/plain; charset=utf-8\r\ncontent-length: ${line.length + 1}\r\n\r\n${line}\n`,
    )
    socket.destroySoon()
  }
}
