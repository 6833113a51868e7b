// Request log: writes the log line of a request and metrics when it ends or is aborted.
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { splitUrl } from '../../shared/resolve.ts'
import { type ClientAddress, loggedAddress } from '../base/client-address.ts'
import { viaMembers } from '../base/via.ts'
import type { Metrics } from './metrics.ts'
import { routeKind } from './request-metrics.ts'
import { traceOf, type Visitors } from './visitors.ts'

type RequestLogOptions = { record: RequestRecord; visitors: Visitors; clientAddress: ClientAddress }

export function installRequestLog(
  app: FastifyInstance,
  { record, visitors, clientAddress }: RequestLogOptions,
) {
  app.addHook('onRequest', (request, reply, done) => {
    const ip = clientAddress.of(request.raw)
    // Fastify's own would be an address as a proxy wrote it, with a port.
    Object.defineProperty(request, 'ip', { value: ip })
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      const cache = reply.getHeader('cache-status')
      record(request.raw, {
        reqId: request.id,
        ip,
        status: reply.raw.statusCode,
        seconds: reply.elapsedTime / 1000,
        cache: cache === undefined ? undefined : String(cache),
        isAborted: !reply.raw.writableFinished,
      })
    }
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
    const via = viaMembers(request.headers['via']).join(', ')
    const network = clientAddress.networkOf(ip)
    visitors.run({ network, via, trace: traceOf(request.headers) }, done)
  })
}

type RecordOptions = {
  log: FastifyBaseLogger
  metrics: Metrics
  addresses: 'full' | 'network' | 'off'
}

type RequestOutcome = {
  reqId: string
  ip: string
  status: number
  /** Time until the last byte was written to the socket. */
  seconds: number
  /** The Cache-Status field. */
  cache: string | undefined
  /** The connection was closed before the end of the response. */
  isAborted?: boolean
}

type RequestRecord = (request: IncomingMessage, outcome: RequestOutcome) => void

const files = ['asset', 'file']
/** One in so many successful requests for files is logged. */
const filesOneIn = 100
/** Requested every few seconds by machines; logged at level debug. */
const probes = ['health', 'metrics']

export function createRequestRecord(options: RecordOptions): RequestRecord {
  const { log, metrics, addresses } = options
  const isEnabled = (log as Partial<Logger>).isLevelEnabled?.bind(log) ?? (() => true)
  let assets = 0

  const isSkipped = () => {
    assets++
    return assets % filesOneIn !== 1
  }

  return (request, { reqId, ip, status, seconds, cache, isAborted = false }) => {
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
      reqId,
      route,
      method,
      url: loggedUrl(url),
      status,
      cache: cacheOutcome(cache),
      ms: Math.round(seconds * 10_000) / 10,
      ip: loggedAddress(ip, addresses),
      ...(isAborted && { aborted: true }),
      ...(isSampled && { oneIn: filesOneIn }),
    }
    log[level](line, 'request')
  }
}

/** `site` is the last member of Cache-Status (RFC 9211 §2). */
function cacheOutcome(field: string | undefined): string {
  if (!field) return 'none'
  const own = field.slice(field.lastIndexOf('site;'))
  if (own.includes('; hit')) return own.includes('ttl=-') ? 'stale' : 'hit'
  if (own.includes('collapsed')) return 'coalesced'
  return own.includes('fwd=uri-miss') ? 'miss' : own.includes('fwd=stale') ? 'revalidated' : 'bypass'
}

/** Query parameters whose values are not personal data. */
const open = new Set(['page', 'page_size', 'lang', 'sort', 'category', 'tag', 'missing'])
const maxUrlLength = 512

function loggedUrl(url: string): string {
  const short = url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)}…` : url
  if (!short.includes('?')) return short
  const { pathname, search } = splitUrl(short)
  const pairs = search.slice(1).split('&')
  return `${pathname}?${pairs.map(loggedPair).join('&')}`
}

function loggedPair(pair: string): string {
  const end = pair.indexOf('=')
  return end < 0 || open.has(pair.slice(0, end)) ? pair : `${pair.slice(0, end)}=*`
}
