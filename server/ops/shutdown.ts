// Graceful shutdown: readiness off, requests in flight finished, then outbox and snapshot written.
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'

type Options = {
  log: FastifyBaseLogger
  /** Aborted at the signal: from then on the server is not ready, and closes each connection after its response. */
  draining: AbortController
  /** Time for the load balancer to notice. */
  drainMs: number
  /** Time for requests in flight; their connections are then closed. */
  limitMs: number
  server: Server
  /** Closes the app: flushes the outbox and writes the snapshot of the cache. */
  close: () => Promise<void>
}

/** Time to write outbox and snapshot after all connections are closed. */
const closeMarginMs = 7000
const sweepMs = 100

/** Exit codes: 0 after a signal; 1 after an uncaught error, a second signal, or the overall time limit. */
export function installShutdown({ log, draining, drainMs, limitMs, server, close }: Options) {
  const delay = drainMs + limitMs + closeMarginMs
  closeWithGrace({ delay, logger: log }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ signal, drainMs }, 'stopping')
    draining.abort()
    if (signal === 'SIGTERM') await sleep(drainMs)
    // Connections that were busy at the close become idle later.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    const limit = setTimeout(() => {
      log.warn({ limitMs }, 'connections closed: their requests exceeded SHUTDOWN_SECONDS')
      server.closeAllConnections()
    }, limitMs)
    await close()
    clearInterval(sweep)
    clearTimeout(limit)
    log.info('stopped')
  })
}
