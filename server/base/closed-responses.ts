// Closed responses: a signal that is right whenever it is made, and pipelined requests one after the other.
import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Aborted when the response is closed, finished or not; at once where it has been closed: `close` is not emitted again. */
export function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (response.destroyed) closed.abort()
  response.once('close', () => closed.abort())
  return closed.signal
}

/**
 * Pipelined requests (RFC 9112 §9.3.2) wait for the responses before them: Node emits no `close` for a response that waits
 * for its turn when the connection is closed, so that whatever was taken for it would be held for ever.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const { socket } = request
    const before = latest.get(socket)
    latest.set(socket, response)
    if (!before || before.destroyed) listener(request, response)
    else before.once('close', () => socket.destroyed || listener(request, response))
  }
}
