// HTTP server below Fastify: timeouts and connection limits.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { createNetworks, privateNetworks } from '../base/networks.ts'
import type { OpenResponses } from '../http/parser-errors.ts'

/** Timeouts of the whole request, of its head, and of an idle socket; and the interval of the checks. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000
const headBytes = 16_384
/** Per connection, so that an active client cannot hold a connection for ever. */
const requestsPerConnection = 10_000
/** One kilobyte per second over half a minute. */
const slowReaders = { minBytes: 1024 * (checkMs / 1000), maxSlowChecks: 6 }

type HttpServerOptions = {
  openResponses: OpenResponses
  /** Longer than the idle timeout of the load balancer, so that the balancer closes first. */
  keepAliveMs: number
  /** After abort each response closes its connection. */
  draining: AbortSignal
  /** Maximum concurrent connections, in total and per address. */
  connections: { most: number; ofAddress: number }
  trusted: readonly string[]
  onDrop: () => void
}

export function createHttpServer(options: HttpServerOptions) {
  const { openResponses, keepAliveMs, draining } = options
  const { connections, trusted, onDrop } = options
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
        openResponses.add(request.socket, response)
        ordinary(request, response)
      },
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    // The parser would silently discard fields over its limit; request validation rejects the request.
    server.maxHeadersCount = 0
    server.maxRequestsPerSocket = requestsPerConnection
    server.maxConnections = connections.most
    server.on('drop', onDrop)
    server.on('checkExpectation', ordinary)
    limitConnections(server, createAddressLimit({ most: connections.ofAddress, trusted }), onDrop)
    return server
  }
}

function limitConnections(server: Server, isAccepted: (socket: Socket) => boolean, onDrop: () => void) {
  const readers = createSlowReaders(slowReaders)
  const timer = setInterval(readers.check, checkMs).unref()
  server.on('connection', (socket) => {
    if (isAccepted(socket)) return readers.watch(socket)
    onDrop()
    socket.destroy()
  })
  server.once('close', () => clearInterval(timer))
}

type AddressLimit = {
  most: number
  /** Networks of the proxies in front; exempt like private networks. */
  trusted: readonly string[]
}

/** Whether a new connection is accepted; counts it until it closes. */
export function createAddressLimit({ most, trusted }: AddressLimit): (socket: Socket) => boolean {
  const isExempt = createNetworks([...privateNetworks, ...trusted])
  const open = new Map<string, number>()
  return (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isExempt(address)) return true
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return false
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    return true
  }
}

type SlowReaderLimits = {
  /** Bytes that the client must have read between two checks while more are buffered. */
  minBytes: number
  /** Consecutive checks below that, then the connection is closed. */
  maxSlowChecks: number
}

/** Call `watch` for every connection and `check` at intervals. */
export function createSlowReaders({ minBytes, maxSlowChecks }: SlowReaderLimits) {
  const watched = new Map<Socket, { sent: number; slowChecks: number }>()
  return {
    watch(socket: Socket) {
      watched.set(socket, { sent: 0, slowChecks: 0 })
      socket.once('close', () => watched.delete(socket))
    },
    check() {
      for (const [socket, state] of watched) {
        const waiting = socket.writableLength
        const sent = socket.bytesWritten - waiting
        const isSlow = waiting > 0 && sent - state.sent < minBytes
        state.sent = sent
        state.slowChecks = isSlow ? state.slowChecks + 1 : 0
        if (state.slowChecks >= maxSlowChecks) socket.destroy()
      }
    },
  }
}
