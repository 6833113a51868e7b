// Responses to what the HTTP parser rejected: there is no request object, so they are written to the socket itself.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Security } from './security.ts'

type ParserError = Error & { code?: string }

/** The responses of each connection that have not ended, or whose request has not. */
export type OpenResponses = ReturnType<typeof createOpenResponses>

export function createOpenResponses() {
  const bySocket = new WeakMap<Socket, Set<ServerResponse>>()
  return {
    add(socket: Socket, response: ServerResponse) {
      const open = bySocket.get(socket) ?? new Set()
      bySocket.set(socket, open.add(response))
      const end = () => open.delete(response)
      // A fault in the rest of the body gets no second response.
      response.once('close', () => (response.req.complete ? end() : response.req.once('end', end)))
    },
    /** Whether a response has begun on this connection and not ended. */
    hasBegun: (socket: Socket) => [...(bySocket.get(socket) ?? [])].some(({ headersSent }) => headersSent),
  }
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** For the server's `clientError`: the security fields of every response, one line of text, the end of the connection. */
export function createParserErrorHandler({ fields }: Security, { hasBegun }: OpenResponses) {
  const lines = Object.entries({ ...fields, 'cache-control': 'no-store', connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return ({ code = '' }: ParserError, socket: Socket) => {
    // Within another response this one would be read as part of its body.
    if (code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) return void socket.destroy()
    const status = statuses[code] ?? 400
    const line = `${status} ${STATUS_CODES[status]}`
    socket.end(
      `HTTP/1.1 ${line}\r\n${head}content-type: text/plain; charset=utf-8\r\ncontent-length: ${line.length + 1}\r\n\r\n${line}\n`,
    )
    socket.destroySoon()
  }
}
