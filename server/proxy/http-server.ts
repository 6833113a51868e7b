// HTTP server below Fastify: timeouts and connection limits.
import { createServer, type RequestListener, type Server } from 'node:http'
import { inTurn } from '../base/closed-responses.ts'
import type { OpenResponses } from '../http/parser-errors.ts'

/** Timeouts of the whole request, of its head, and of an idle socket; and the interval of the checks. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000
const headBytes = 16_384
/** Per connection, so that an active client cannot hold a connection for ever. */
const requestsPerConnection = 10_000

type HttpServerOptions = {
  openResponses: OpenResponses
  /** Longer than the idle timeout of the load balancer, so that the balancer closes first. */
  keepAliveMs: number
  /** After abort each response closes its connection. */
  draining: AbortSignal
  maxConnections: number
  onDrop: () => void
}

export function createHttpServer(options: HttpServerOptions) {
  const { openResponses, keepAliveMs, draining, maxConnections, onDrop } = options
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
        if (draining.aborted) response.setHeader('connection', 'close')
        openResponses.add(request.socket, response)
        pipelined(request, response)
      },
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    // The parser would silently discard fields over its limit; request validation rejects the request.
    server.maxHeadersCount = 0
    server.maxRequestsPerSocket = requestsPerConnection
    server.maxConnections = maxConnections
    server.on('drop', onDrop)
    server.on('checkExpectation', ordinary)
    return server
  }
}
