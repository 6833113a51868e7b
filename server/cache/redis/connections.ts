// Connections to Redis, as ioredis makes them.
import type { Redis, RedisOptions } from 'ioredis'
import type { RedisTarget } from '../../config/redis-url.ts'

export type Commands = Redis

type RedisConnectionsOptions = {
  target: RedisTarget
  /** Time limit of connecting, in milliseconds. */
  connectMs: number
  /** Milliseconds before the next attempt. */
  pauseMs: () => number
}

/**
 * Each call opens a connection that is made again after a failure. Imports ioredis on first use, so that servers without Redis do not
 * load it.
 */
export async function redisConnections({ target, connectMs, pauseMs }: RedisConnectionsOptions) {
  // A bundled CommonJS package has a default export only.
  const { Redis } = (await import('ioredis')).default
  const { host, port, tls, username, password, database: db } = target
  const options = {
    ...fixedOptions,
    host,
    port,
    db,
    ...(tls && { tls: {} }),
    // Empty values are left out: ioredis would log in with an empty name.
    ...(username && { username }),
    ...(password && { password }),
    connectTimeout: connectMs,
    retryStrategy: pauseMs,
  }
  return () => new Redis(options).on('error', () => {})
}

/** No command is sent twice or waits for another connection: the caller has a fallback. */
const fixedOptions = {
  /** The name of the connection in `CLIENT LIST`. */
  connectionName: 'site',
  /** A connection is closed that has no response for this time. */
  socketTimeout: 5000,
  disableClientInfo: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // Subscribed again with each connection; ioredis leaves a rejection unhandled.
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  // A hanging connection is closed at once.
  disconnectTimeout: 1,
} satisfies RedisOptions
