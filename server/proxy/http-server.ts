// HTTP server: Fastify over Node's server, with timeouts, the limit of connections, and without slow readers.
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { inTurn } from '../base/closed-responses.ts'
import { createFrameworkErrorHandler, type ErrorReply } from '../http/errors.ts'
import { createOpenResponses, createParserErrorHandler, type OpenResponses } from '../http/parser-errors.ts'
import type { ContextOf } from '../http/request-context.ts'
import type { Security } from '../http/security.ts'

/** Timeouts of the whole request, of its head, and of an idle socket; and the interval of the checks. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000
const headBytes = 16_384
/** Per connection, so that an active client cannot hold a connection for ever. */
const requestsPerConnection = 10_000
/** One kilobyte per second over half a minute. */
const slowReader = { bytes: 1024 * (checkMs / 1000), checks: 6 }

type HttpServerOptions = { security: Security; contextOf: ContextOf; replyError: ErrorReply }

export function createHttpServer(
  context: AppContext,
  { security, contextOf, replyError }: HttpServerOptions,
): FastifyInstance {
  const openResponses = createOpenResponses()
  return fastify({
    serverFactory: createServerFactory(context, openResponses),
    clientErrorHandler: createParserErrorHandler(security, openResponses),
    loggerInstance: context.telemetry.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Requests on open connections are served while the app is closing.
    return503OnClosing: false,
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: createFrameworkErrorHandler(replyError, security, contextOf),
  })
}

function createServerFactory({ config, telemetry, mode }: AppContext, openResponses: OpenResponses) {
  // Longer than the idle timeout of the load balancer, so that the balancer closes first.
  const { keepAliveMs, maxConnections } = config
  return (ordinary: RequestListener): Server => {
    const pipelined = inTurn(ordinary)
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
      (request, response) => {
        if (mode.draining.aborted) response.setHeader('connection', 'close')
        openResponses.add(request.socket, response)
        pipelined(request, response)
      },
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    // The parser would silently discard fields over its limit; request validation rejects the request.
    server.maxHeadersCount = 0
    server.maxRequestsPerSocket = requestsPerConnection
    server.maxConnections = maxConnections
    server.on('drop', () => telemetry.metrics.countRejected('connections'))
    server.on('checkExpectation', ordinary)
    closeSlowReaders(server)
    return server
  }
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
