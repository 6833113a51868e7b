// Connections to the upstream: pooled, renewed so that a changed address is found, HTTP/2 where TLS offers it.
import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { buildConnector, Pool } from 'undici'

type Options = {
  origin: string
  connections: number
  timeoutMs: number
  caFile?: string | undefined
  /** A connection is closed after this time, and its successor resolves the host's name again. */
  ttlMs?: number
  lookup?: LookupFunction
}

const connectionTtlMs = 60_000
const keepAliveMs = 10_000
const unreachable = 'ORIGIN_UNREACHABLE'

export function createConnections({
  origin,
  connections,
  timeoutMs,
  caFile,
  ttlMs = connectionTtlMs,
  lookup,
}: Options): Pool {
  const connector = buildConnector({
    allowH2: true,
    // Half, so that a connection that cannot be opened is known as such before the call's deadline, and tried twice.
    timeout: timeoutMs / 2,
    ...(caFile && { ca: readFileSync(caFile) }),
    ...(lookup && { lookup }),
  })
  return new Pool(origin, {
    connections,
    allowH2: true,
    clientTtl: ttlMs,
    keepAliveTimeout: keepAliveMs,
    // The caller's signal is the deadline of the response; between two pieces of a long body it is this.
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
  return (error as { code?: unknown } | null)?.code === unreachable
}

function unreachableError(cause: Error): Error {
  return Object.assign(new Error('no connection to the origin', { cause }), { code: unreachable })
}
