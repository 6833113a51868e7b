// Connections to the upstream: pooled, renewed so that a changed address is found, HTTP/2 where TLS offers it.
import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { type Dispatcher, Pool } from 'undici'

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
  const pool = new Pool(origin, {
    connections,
    allowH2: true,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 32_768,
    connect: { timeout: timeoutMs, ...(caFile && { ca: readFileSync(caFile) }), ...(lookup && { lookup }) },
  })
  renew(pool, ttlMs)
  return pool
}

const renewed = Object.assign(new Error('the connection is renewed'), {
  name: 'InformationalError',
  code: 'UND_ERR_INFO',
})

/** undici's own `clientTtl` asks for the time once for every connection that is busy, several times for every request. */
function renew(pool: Pool, ttlMs: number) {
  const ends = new Map<Dispatcher, NodeJS.Timeout>()
  const stop = (client: Dispatcher) => {
    clearTimeout(ends.get(client))
    ends.delete(client)
  }
  pool.on('connect', (url, targets) => {
    const client = targets.at(-1)!
    stop(client)
    // A pool that hears of this takes the client out of use, and closes it after the answers it still waits for.
    const retire = () => pool.emit('connectionError', url, targets, renewed)
    ends.set(client, setTimeout(retire, ttlMs).unref())
  })
  pool.on('disconnect', (_url, targets) => stop(targets.at(-1)!))
}
