// HTTP server of an upstream, to run the embedded content API on its own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOverload } from '../../../shared/errors.ts'
import { acceptedLanguage, defaultLanguages } from '../../../shared/languages.ts'
import { closedSignal, inTurn } from '../../base/closed-responses.ts'
import type { ContentResponse, ContentSource } from '../../base/content-source.ts'
import type { Log } from '../markdown/problem.ts'
import { failure } from './failure.ts'
import { failureResponse } from './json-response.ts'

type ServeOptions = { host: string; port: number; log: Log }
type ContentServer = { url: string; close: () => Promise<void> }

const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
const keepAliveMs = 5000
const busySeconds = '5'
const closeGraceMs = 10_000

/** Port 0: any free port. `close` waits for running responses and then closes the upstream. */
export async function serveContent(
  source: ContentSource,
  { host, port, log }: ServeOptions,
): Promise<ContentServer> {
  const listener = inTurn((request, response) => {
    respond(source, request, response, server).catch((err: NodeJS.ErrnoException) => {
      response.destroy()
      // The client closed the connection.
      if (err.code === 'ERR_STREAM_PREMATURE_CLOSE') return
      log.warn({ err, path: request.url?.split('?')[0] }, 'response not finished')
    })
  })
  const server = createServer({ ...timeouts, keepAliveTimeout: keepAliveMs }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    url: urlOf(server.address() as AddressInfo),
    async close() {
      const timeout = setTimeout(() => server.closeAllConnections(), closeGraceMs)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(timeout)
      await source.close()
    },
  }
}

async function respond(
  source: ContentSource,
  request: IncomingMessage,
  response: ServerResponse,
  server: Server,
): Promise<void> {
  const { method = 'GET', url: path = '/' } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const headers = singleHeaders(request)
  const result = await source
    .send({
      method,
      path,
      headers,
      signal: closedSignal(response),
      ...(hasBody && { body: request }),
    })
    .catch((error) => busyResponse(error, headers))
  // A keep-alive connection would delay server.close().
  if (!server.listening) response.setHeader('connection', 'close')
  response.writeHead(result.status, result.headers)
  await writeBody(result.body, response)
}

/** 429 and not 503, which would count as a failure of all lists. */
function busyResponse(error: unknown, headers: Record<string, string>): ContentResponse {
  if (!isOverload(error)) throw error
  const lang = acceptedLanguage(headers['accept-language'], defaultLanguages)
  return failureResponse(failure('tooManySearches', { headers: { 'retry-after': busySeconds } }), lang, {})
}

async function writeBody(body: ContentResponse['body'], response: ServerResponse): Promise<void> {
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
