// Connection pool of the upstream: limited lifetime, so that DNS changes take effect; HTTP/2 where TLS negotiates it.
import type { LookupFunction } from 'node:net'
import { buildConnector, Pool } from 'undici'

type ConnectionsOptions = {
  origin: string
  connections: number
  allowH2: boolean
  timeoutMs: number
  /** Lifetime of a connection; a new one resolves the host name again. */
  ttlMs?: number
  lookup?: LookupFunction
}

const connectionTtlMs = 60_000
const keepAliveMs = 10_000
const unreachable = 'ORIGIN_UNREACHABLE'
const stale = 'ORIGIN_STALE_CONNECTION'

export function createConnections({
  origin,
  connections,
  allowH2,
  timeoutMs,
  ttlMs = connectionTtlMs,
  lookup,
}: ConnectionsOptions): Pool {
  const connector = buildConnector({
    allowH2,
    // Half, so that a connection attempt times out before the call's deadline and leaves time for a second one.
    timeout: timeoutMs / 2,
    ...(lookup && { lookup }),
  })
  return new Pool(origin, {
    connections,
    allowH2,
    clientTtl: ttlMs,
    keepAliveTimeout: keepAliveMs,
    // The caller's signal is the deadline of the response; `bodyTimeout` is the longest pause in a long body.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 32_768,
    connect: (options, callback) =>
      connector(options, (...[error, socket]) =>
        error ? callback(unreachableError(error), null) : callback(null, socket),
      ),
  })
}

/** Name resolution, TCP or TLS failed: no request has been sent. */
export function isUnreachable(error: unknown): boolean {
  return codeOf(error) === unreachable
}

/** HTTP/2: the upstream ends the connection and has not processed the request (RFC 9113 §6.8). undici repeats it once. */
export function isGoingAway(error: unknown): boolean {
  return codeOf(error) === 'UND_ERR_INFO'
}

/** An open connection failed: the upstream may have closed it before the request arrived (RFC 9112 §9.3.1). */
export function isStaleConnection(error: unknown): boolean {
  return codeOf(error) === stale
}

export function staleConnectionError(cause: Error): Error {
  return Object.assign(new Error('an open connection to the origin failed', { cause }), { code: stale })
}

const timeouts: unknown[] = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

export function isTimeout(error: unknown): boolean {
  return timeouts.includes(codeOf(error)) || timeouts.includes(codeOf((error as Error | null)?.cause))
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code
}

function unreachableError(cause: Error): Error {
  return Object.assign(new Error('no connection to the origin', { cause }), { code: unreachable })
}
