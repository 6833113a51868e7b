// HTTP server of an upstream, to run the embedded content API on its own.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOverload } from '../../../shared/errors.ts'
import type { ContentResponse, ContentSource } from '../../base/content-source.ts'
import type { Log } from '../markdown/problem.ts'
import { failureResponse, languageOf } from './api.ts'
import { failure } from './failure.ts'

const busySeconds = '5'
const closeGraceMs = 10_000

/** Port 0: any free port. The function that it resolves with waits for running responses and then closes the upstream. */
export async function serveContent(
  source: ContentSource,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    respond(request, response).catch((err: NodeJS.ErrnoException) => {
      response.destroy()
      // The client closed the connection.
      if (err.code === 'ERR_STREAM_PREMATURE_CLOSE') return
      log.warn({ err, path: request.url?.split('?')[0] }, 'response not finished')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return async () => {
    const timeout = setTimeout(() => server.closeAllConnections(), closeGraceMs)
    await new Promise((resolve) => server.close(resolve))
    clearTimeout(timeout)
    await source.close()
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming
    const fields = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
    const headers: Record<string, string> = Object.fromEntries(fields)
    const request = { method, path, headers, body: incoming }
    const sent = await source.send(request).catch((error): ContentResponse => {
      if (!isOverload(error)) throw error
      // 429 and not 503, which would count as a failure of all lists.
      const busy = failure('tooManySearches', { headers: { 'retry-after': busySeconds } })
      return failureResponse(request, busy, languageOf(request))
    })
    // A keep-alive connection would delay server.close().
    if (!server.listening) response.setHeader('connection', 'close')
    response.writeHead(sent.status, sent.headers)
    if (sent.body instanceof Readable) await pipeline(sent.body, response)
    else response.end(sent.body)
  }
}
