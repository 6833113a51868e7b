// Faults of an upstream.
import type { Answer } from './origin.ts'

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end('x'.repeat(1000))

/** Breaks the connection. */
export const reset: Answer = (request) => void request.socket.resetAndDestroy()

/** Accepts the request and never responds. */
export const hang: Answer = () => {}
