// The end of a process: out of the balancer's sight first, then out of the visitors', then everything is written down.
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'

type Options = {
  log: FastifyBaseLogger
  /** Aborted when the process is about to end: from then on it is not ready, and keeps no connection. */
  draining: AbortController
  /** How long the balancer may take to notice. */
  drainMs: number
  /** For requests in flight; what is left then is cut. */
  limitMs: number
  server: Server
  /** Finishes requests in flight, and flushes the outbox and the snapshot of the cache. */
  close: () => Promise<void>
}

/** For writing down what is left once all connections are gone. */
const closeMarginMs = 7000
const sweepMs = 100

/** Exit codes: 0 after a signal; 1 after an uncaught error, a second signal, or where even the limits did not help. */
export function installShutdown({ log, draining, drainMs, limitMs, server, close }: Options) {
  const delay = drainMs + limitMs + closeMarginMs
  closeWithGrace({ delay, logger: log }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ signal, drainMs }, 'stopping')
    draining.abort()
    if (signal === 'SIGTERM') await sleep(drainMs)
    // Connections that were busy when the server was closed are idle a moment later.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    const limit = setTimeout(() => {
      log.warn({ limitMs }, 'connections cut: their requests took too long')
      server.closeAllConnections()
    }, limitMs)
    await close()
    clearInterval(sweep)
    clearTimeout(limit)
    log.info('stopped')
  })
}
