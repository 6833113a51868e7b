// The HTTP server below Fastify, with its limits, and the hot path in front of Fastify's routing.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { createNetworks, privateNetworks } from '../base/networks.ts'
import type { OpenResponses } from '../http/parser-errors.ts'
import type { RequestValidation } from '../http/request-validation.ts'
import type { HotPath } from './hot-path.ts'

/** For the whole request, head and body; checked as often as the shortest of these limits asks for. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000
const headBytes = 16_384
/** Of one connection, so that none is kept for ever by one that always asks in time. */
const requestsPerConnection = 10_000
/** A kilobyte a second over half a minute. */
const slowReaders = { minBytes: 1024 * (checkMs / 1000), maxSlowChecks: 6 }

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

type AddressLimit = {
  most: number
  /** Networks of the proxies in front, which count no more than private ones. */
  trusted: readonly string[]
}

/** Whether a new connection may stay; counts it until it closes. */
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
  /** Bytes that have to leave between two checks while more are waiting. */
  minBytes: number
  /** Checks in a row without them. */
  maxSlowChecks: number
}

/** `check` is to be called again and again; `watch` for every connection. */
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
