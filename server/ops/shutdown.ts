// Graceful shutdown: readiness off, requests in flight finished, then outbox and snapshot written.
import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'

type ShutdownOptions = {
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
export function installShutdown({ log, draining, drainMs, limitMs, server, close }: ShutdownOptions) {
  const delay = drainMs + limitMs + closeMarginMs
  onStop({ log, delay }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ signal, drainMs }, 'stopping')
    draining.abort()
    if (!err && signal !== 'SIGINT') await sleep(drainMs)
    // Connections that were busy at the close become idle later. What has arrived at one of them is read before.
    const sweep = setInterval(() => nextTurn().then(() => server.closeIdleConnections()), sweepMs)
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

const stopSignals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

/**
 * Calls `stop` once, then ends the process: after a signal, an uncaught error, or the end of the IPC channel to the program
 * that started this one (`npm start`, `npm run dev`). That end is no signal: it comes together with one where a supervisor
 * or a terminal ends both programs, and only a second signal ends the process at once.
 */
export function onStop(
  { log, delay }: { log: FastifyBaseLogger; delay: number },
  stop: (cause: { err?: Error | undefined; signal?: string | undefined }) => Promise<void>,
) {
  let isStopping = false
  let signal: string | undefined
  const { close } = closeWithGrace({ delay, logger: log, skip: [...stopSignals] }, (cause) => {
    isStopping = true
    return stop({ signal, ...cause })
  })
  const begin = () => {
    if (!isStopping) close()
  }
  for (const name of stopSignals)
    process.on(name, () => {
      if (signal) {
        log.error(`second ${name}, exiting`)
        process.exit(1)
      }
      signal = name
      begin()
    })
  process.once('disconnect', begin)
  if (process.connected === false) begin()
}
