// The HTTP server below Fastify, with its limits, and the hot path in front of Fastify's routing.
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../node-http.ts'
import type { HotPath } from '../proxy/hot-path.ts'
import { createAddressLimit } from './address-limit.ts'
import { refusalOf } from './front-door.ts'
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
  /** Longer than the idle timeout of the load balancer, so that the balancer closes first. */
  keepAliveMs: number
  /** From then on each answer is the last of its connection. */
  draining: AbortSignal
  /** Most connections at once, of all and of one address. */
  connections: number
  addressConnections: number
  trusted: readonly string[]
  onDrop: () => void
}

export function createHttpServer(options: Options) {
  const { hotPath, keepAliveMs, draining, connections, addressConnections, trusted, onDrop } = options
  return (ordinary: RequestListener): Server => {
    const server = createServer(
      {
        connectionsCheckingInterval: checkMs,
        requestTimeout: requestMs,
        headersTimeout: headersMs,
        keepAliveTimeout: keepAliveMs,
        maxHeaderSize: headBytes,
        // A field that comes twice is seen to come twice; a host that is missing is refused with the rest.
        joinDuplicateHeaders: true,
        requireHostHeader: false,
      },
      (request, response) => {
        if (draining.aborted) response.shouldKeepAlive = false
        if (refusalOf(request) || !hotPath.answer(request, response)) ordinary(request, response)
      },
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    // The parser would drop what is over its limit without a word; the front door refuses it.
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
