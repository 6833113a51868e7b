// What is written down of every request: one line in the log, one observation in the metrics.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Logger } from 'pino'
import { type ClientAddress, loggedAddress } from '../base/client-address.ts'
import { loggedUrl } from './logged-url.ts'
import type { Metrics } from './metrics.ts'
import { routeKind } from './route-kind.ts'

type Options = {
  log: FastifyBaseLogger
  metrics: Metrics
  clientAddress: ClientAddress
  /** Of successful requests for files, one in so many has a line; 0: none. */
  assetsOneIn: number
  addresses: 'full' | 'network' | 'off'
}

export type Answered = {
  /** One is made where there is none. */
  reqId?: string
  status: number
  /** Until the last byte was handed over. */
  seconds: number
  /** Of the Cache-Status field. */
  cache: string | undefined
  trace?: string | undefined
  /** The visitor left before the end. */
  isAborted?: boolean
}

export type RequestRecord = (request: IncomingMessage, answered: Answered) => void

const files = ['asset', 'file']
/** Asked for every few seconds by machines. */
const probes = ['health', 'metrics']

export function createRequestRecord(options: Options): RequestRecord {
  const { log, metrics, clientAddress, assetsOneIn, addresses } = options
  const isEnabled = (log as Partial<Logger>).isLevelEnabled?.bind(log) ?? (() => true)
  let assets = 0

  const isSkipped = () => {
    assets++
    return assetsOneIn === 0 || assets % assetsOneIn !== 1 % assetsOneIn
  }

  return (request, { reqId, status, seconds, cache, trace, isAborted = false }) => {
    const { method = '', url = '' } = request
    const route = routeKind(method, url)
    metrics.requests.observe(route, status, seconds)
    if (isAborted) metrics.requests.countAbort(route)
    const isQuiet = status < 400 && probes.includes(route)
    const level = isQuiet ? 'debug' : 'info'
    if (!isEnabled(level)) return
    const isSampled = status < 400 && files.includes(route)
    if (isSampled && isSkipped()) return
    const line = {
      reqId: reqId ?? randomUUID(),
      route,
      method,
      url: loggedUrl(url),
      status,
      cache: cacheOutcome(cache),
      ms: Math.round(seconds * 10_000) / 10,
      ip: loggedAddress(clientAddress.of(request), addresses),
      trace,
      ...(isAborted && { aborted: true }),
      ...(isSampled && { oneIn: assetsOneIn }),
    }
    log[level](line, 'request')
  }
}

/** `site` is the last of the caches that wrote themselves into Cache-Status (RFC 9211). */
export function cacheOutcome(field: string | undefined): string {
  if (!field) return 'none'
  const own = field.slice(field.lastIndexOf('site;'))
  if (own.includes('; hit')) return own.includes('ttl=-') ? 'stale' : 'hit'
  if (own.includes('collapsed')) return 'coalesced'
  return own.includes('fwd=uri-miss') ? 'miss' : own.includes('fwd=stale') ? 'revalidated' : 'bypass'
}
