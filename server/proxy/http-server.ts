// The HTTP server below Fastify, with its limits, and the hot path in front of Fastify's routing.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenResponses } from '../http/parser-errors.ts'
import type { RequestValidation } from '../http/request-validation.ts'
import { createAddressLimit } from './address-limit.ts'
import type { HotPath } from './hot-path.ts'
import { createSlowReaders } from './slow-readers.ts'

/** For the whole request, head and body; checked as often as the shortest of these limits asks for. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000
const headBytes = 16_384
/** Of one connection, so that none is kept for ever by one that always asks in time. */
const requestsPerConnection = 10_000
/** A kilobyte a second over half a minute. */
const slowReaders = { leastBytes: 1024 * (checkMs / 1000), patience: 6 }

type Options = {
  hotPath: HotPath
  validation: RequestValidation
  openResponses: OpenResponses
  /** Longer than the idle timeout of the load balancer, so that the balancer closes first. */
  keepAliveMs: number
  /** From then on each response is the last of its connection. */
  draining: AbortSignal
  /** Most connections at once, of all and of one address. */
  connections: number
  addressConnections: number
  trusted: readonly string[]
  onDrop: () => void
}

export function createHttpServer(options: Options) {
  const { hotPath, validation, openResponses, keepAliveMs, draining } = options
  const { connections, addressConnections, trusted, onDrop } = options
  return (ordinary: RequestListener): Server => {
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
        const isValid = validation.rejectionOf(request) === undefined
        if (isValid && hotPath.respond(request, response)) return
        openResponses.add(request.socket, response)
        ordinary(request, response)
      },
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    // The parser would drop what is over its limit without a word; request validation rejects it.
    server.maxHeadersCount = 0
    server.maxRequestsPerSocket = requestsPerConnection
    server.maxConnections = connections
    server.on('drop', onDrop)
    server.on('checkExpectation', ordinary)
    limitConnections(server, createAddressLimit({ most: addressConnections, trusted }), onDrop)
    return server
  }
}

function limitConnections(server: Server, mayStay: (socket: Socket) => boolean, onDrop: () => void) {
  const readers = createSlowReaders(slowReaders)
  const timer = setInterval(readers.check, checkMs).unref()
  server.on('connection', (socket) => {
    if (mayStay(socket)) return readers.watch(socket)
    onDrop()
    socket.destroy()
  })
  server.once('close', () => clearInterval(timer))
}
