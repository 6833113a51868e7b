// Connections to the upstream: pooled, renewed so that a changed address is found, HTTP/2 where TLS offers it.
import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { Pool } from 'undici'

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

export function createConnections({
  origin,
  connections,
  timeoutMs,
  caFile,
  ttlMs = connectionTtlMs,
  lookup,
}: Options): Pool {
  return new Pool(origin, {
    connections,
    allowH2: true,
    clientTtl: ttlMs,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 32_768,
    connect: { timeout: timeoutMs, ...(caFile && { ca: readFileSync(caFile) }), ...(lookup && { lookup }) },
  })
}
