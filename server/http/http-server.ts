// HTTP server: Fastify over Node's server, with timeouts, the limit of connections, and without slow readers.
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import { inTurn } from '../base/closed-responses.ts'
import { type ClientAddress, peerAddress } from './client-address.ts'
import type { ErrorReply } from './errors.ts'
import type { ContextOf } from './request-context.ts'
import type { SecurityFields } from './security.ts'

/** Timeouts of the whole request, of its head, and of an idle socket; and the interval of the checks. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000
const connections = 10_000
const headBytes = 16_384
/** Per connection, so that an active client cannot hold a connection for ever. */
const requestsPerConnection = 10_000
/** One kilobyte per second over half a minute. */
const slowReader = { bytes: 1024 * (checkMs / 1000), checks: 6 }

/** Of a trusted proxy, such as the `$request_id` of nginx. */
const requestIdPattern = /^[\w.-]{8,64}$/

/** The latest response of each connection whose request has been passed on. */
type CurrentResponses = WeakMap<Socket, ServerResponse>

export function createHttpServer(
  { config, telemetry: { log, metrics }, mode }: AppContext,
  {
    security,
    contextOf,
    replyError,
  }: { security: SecurityFields; contextOf: ContextOf; replyError: ErrorReply },
  { isTrusted }: ClientAddress,
): FastifyInstance {
  // Longer than the idle timeout of the load balancer, so that the balancer closes first.
  const { keepAliveMs } = config
  const current: CurrentResponses = new WeakMap()

  const serverFactory = (listener: RequestListener): Server => {
    const server = createServer(
      {
        connectionsCheckingInterval: checkMs,
        requestTimeout: requestMs,
        headersTimeout: headersMs,
        keepAliveTimeout: keepAliveMs,
        maxHeaderSize: headBytes,
        // A repeated field is visible as one; a missing host is rejected by request validation.
        joinDuplicateHeaders: true,
        requireHostHeader: false,
      },
      inTurn((request, response) => {
        current.set(request.socket, response)
        if (mode.draining.aborted) response.setHeader('connection', 'close')
        listener(request, response)
      }),
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    // The parser would silently discard fields over its limit; request validation rejects the request.
    server.maxHeadersCount = 0
    server.maxRequestsPerSocket = requestsPerConnection
    server.maxConnections = connections
    server.on('drop', () => metrics.count('site_refused_total', { limit: 'connections' }))
    server.on('checkExpectation', listener)
    closeSlowReaders(server)
    return server
  }

  const app = fastify({
    serverFactory,
    clientErrorHandler: (error, socket) => rejectUnparsed(error, socket, security, current),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Short: visitors read it out.
    genReqId(request) {
      const given = request.headers['x-request-id']
      const isGiven = typeof given === 'string' && requestIdPattern.test(given)
      return isGiven && isTrusted(peerAddress(request)) ? given : randomUUID().slice(-12)
    },
    forceCloseConnections: 'idle',
    // Requests on open connections are served while the app is closing.
    return503OnClosing: false,
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 16_384 },
    // Fastify calls no hooks for a URL without a route, and does not await this promise.
    frameworkErrors(error, request, reply) {
      request.site = contextOf(request.raw)
      reply.headers(security)
      const isMalformed = request.site.target.kind === 'malformed'
      replyError(request, reply, isMalformed ? pageError(400, 'Malformed URL') : error).catch((err) => {
        request.log.error({ err }, 'error response failed')
        if (!reply.sent) reply.raw.writeHead(500).end()
      })
    },
  })
  // Before idle connections are closed, a whole turn of the event loop reads what has arrived: no proxy sends a form twice.
  app.addHook('preClose', async () => {
    await nextTurn()
    await nextTurn()
  })
  return app
}

const parserStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** What the parser rejects has no request object: one line of text is written to the socket, and the connection ends. */
function rejectUnparsed(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
  security: SecurityFields,
  current: CurrentResponses,
) {
  const response = current.get(socket)
  const hasEnded = !response || (response.destroyed && response.req.complete)
  // Within another response this one would be read as part of its body; a fault in the rest of a body gets no second one.
  const hasBegun = !hasEnded && response.headersSent
  if (code === 'ECONNRESET' || !socket.writable || hasBegun) return void socket.destroy()
  const status = parserStatuses[code ?? ''] ?? 400
  const line = `${status} ${STATUS_CODES[status]}`
  const head = {
    ...security,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': line.length + 1,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${line}\r\n${lines.join('')}\r\n${line}\n`)
  socket.destroySoon()
}

/** Closes a connection whose client reads too slowly while bytes wait: they hold memory and a request of the upstream. */
function closeSlowReaders(server: Server) {
  const open = new Map<Socket, { read: number; slowChecks: number }>()
  const check = () => {
    for (const [socket, state] of open) {
      const read = socket.bytesWritten - socket.writableLength
      const isSlow = socket.writableLength > 0 && read - state.read < slowReader.bytes
      state.read = read
      state.slowChecks = isSlow ? state.slowChecks + 1 : 0
      if (state.slowChecks >= slowReader.checks) socket.destroy()
    }
  }
  const timer = setInterval(check, checkMs).unref()
  server.on('connection', (socket) => {
    open.set(socket, { read: 0, slowChecks: 0 })
    socket.once('close', () => open.delete(socket))
  })
  server.once('close', () => clearInterval(timer))
}
