// Connections to one Redis server, to the primary that Sentinels name, or to a cluster, as ioredis makes them.
import type { Cluster, Redis, RedisOptions } from 'ioredis'
import type { RedisLogin, RedisTarget } from '../../config/redis-url.ts'

export type Commands = Redis | Cluster

type RedisConnectionsOptions = {
  target: RedisTarget
  /** Time limit of connecting to one host, in milliseconds. */
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
  const { Redis, Cluster } = (await import('ioredis')).default
  const { kind, hosts, primary: name, tls, database: db, login, sentinelLogin } = target
  const secure = tls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  const common = { ...fixedOptions, ...loginOf(login), ...secure, connectTimeout: connectMs }
  /** `waits`: commands wait for the connection. */
  const open = (waits: boolean): Commands => {
    // After a failover the whole connection is made again.
    if (kind === 'cluster')
      return new Cluster(hosts, {
        clusterRetryStrategy: pauseMs,
        slotsRefreshTimeout: connectMs,
        redisOptions: common,
        retryDelayOnFailover: 0,
        retryDelayOnClusterDown: 0,
      })
    const options = { ...common, db, enableOfflineQueue: waits, retryStrategy: pauseMs }
    if (kind === 'single') return new Redis({ ...options, ...hosts[0] })
    return new Redis({
      ...options,
      sentinels: hosts,
      name,
      sentinelRetryStrategy: pauseMs,
      sentinelCommandTimeout: connectMs,
      sentinelUsername: sentinelLogin.username,
      sentinelPassword: sentinelLogin.password,
    })
  }
  return (waits = false) => open(waits).on('error', () => {})
}

/** Empty values are left out: ioredis would log in with an empty name. */
function loginOf({ username, password }: RedisLogin): Pick<RedisOptions, 'username' | 'password'> {
  return { ...(username && { username }), ...(password && { password }) }
}

/** No command is sent twice or waits for another connection: the caller has a fallback. */
const fixedOptions = {
  /** The name of the connection in `CLIENT LIST`. */
  connectionName: 'site',
  /** A connection is closed that has no response for this time. It is longer than WAITAOF and WAIT take. */
  socketTimeout: 5000,
  disableClientInfo: true,
  autoResendUnfulfilledCommands: false,
  // Subscribed again with each connection; ioredis leaves a rejection unhandled.
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  // A hanging connection is closed at once.
  disconnectTimeout: 1,
} satisfies RedisOptions
