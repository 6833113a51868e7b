// A bare HTTP server in front of an origin, so that the content API can stand on its own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Origin, OriginResponse } from '../base/origin.ts'
import type { Log } from './problem.ts'

type ServeOptions = { host: string; port: number; log: Log }
type OriginServer = { url: string; close: () => Promise<void> }

const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
const keepAliveMs = 5000
const closeGraceMs = 10_000

/** Port 0 takes a free one. `close` lets running answers end and closes the origin after them. */
export async function serveOrigin(origin: Origin, { host, port, log }: ServeOptions): Promise<OriginServer> {
  const server = createServer({ ...timeouts, keepAliveTimeout: keepAliveMs }, (request, response) => {
    answer(origin, request, response, server).catch((err: NodeJS.ErrnoException) => {
      response.destroy()
      // Visitors leave; that is no event.
      if (err.code === 'ERR_STREAM_PREMATURE_CLOSE') return
      log.warn({ err, path: request.url?.split('?')[0] }, 'answer not finished')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    url: urlOf(server.address() as AddressInfo),
    async close() {
      const late = setTimeout(() => server.closeAllConnections(), closeGraceMs)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(late)
      await origin.close()
    },
  }
}

async function answer(
  origin: Origin,
  request: IncomingMessage,
  response: ServerResponse,
  server: Server,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { method = 'GET', url: path = '/' } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const headers = singleHeaders(request)
  const sent = await origin.send({
    method,
    path,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: request }),
  })
  // A connection kept alive would hold up the closing.
  if (!server.listening) response.setHeader('connection', 'close')
  response.writeHead(sent.status, sent.headers)
  await writeBody(sent.body, response)
}

async function writeBody(body: OriginResponse['body'], response: ServerResponse): Promise<void> {
  if (body instanceof Readable && response.destroyed) body.destroy()
  else if (body instanceof Readable) await pipeline(body, response)
  else response.end(body)
}

function singleHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
