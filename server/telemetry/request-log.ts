// Request log: writes the log line of a request and metrics when it ends or is aborted.
import { isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { UrlParts } from '../../shared/parse-url.ts'
import { payloadSuffix } from '../../shared/payload.ts'
import { ipv6Network } from '../base/networks.ts'
import { type Metrics, statusClass } from './metrics.ts'

/** Requested often by machines, or with each page: logged at level debug. */
const quiet = ['health', 'metrics', 'asset', 'file']

/** `close` follows the last byte, or the end of the connection before it. */
export function logAtEnd(
  { id, method, site }: FastifyRequest,
  reply: FastifyReply,
  { log, metrics }: { log: FastifyBaseLogger; metrics: Metrics },
  addresses: Addresses,
) {
  reply.raw.once('close', () => {
    const status = reply.raw.statusCode
    const isAborted = !reply.raw.writableFinished
    const route = routeKind(method, site.pathname)
    const labels = { route, status: statusClass(status) }
    metrics.observe('site_http_request_seconds', labels, reply.elapsedTime / 1000)
    if (isAborted) metrics.count('site_http_aborts_total', { route })
    const level = status < 400 && quiet.includes(route) ? 'debug' : 'info'
    const line = {
      reqId: id,
      route,
      method,
      url: loggedUrl(site),
      status,
      cache: cacheOutcome(String(reply.getHeader('cache-status') ?? '')),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: loggedAddress(site.address, addresses),
      ...(isAborted && { aborted: true }),
    }
    log[level](line, 'request')
  })
}

type Addresses = 'full' | 'network' | 'off'
/** A customer usually has an IPv6 /48. */
const siteGroups = 3

/** The part of an address that the setting allows in a log. */
function loggedAddress(address: string, how: Addresses): string | undefined {
  if (how === 'off') return undefined
  if (how === 'full') return address
  return isIPv6(address) ? ipv6Network(address, siteGroups) : address.replace(/\.\d+$/, '.0/24')
}

/** `site` is the last member of Cache-Status (RFC 9211 §2). Undefined without the field. */
function cacheOutcome(field: string): string | undefined {
  if (field === '') return undefined
  const own = field.slice(field.lastIndexOf('site;'))
  if (own.includes('; hit')) return own.includes('ttl=-') ? 'stale' : 'hit'
  if (own.includes('collapsed')) return 'coalesced'
  return own.includes('fwd=uri-miss') ? 'miss' : own.includes('fwd=stale') ? 'revalidated' : 'bypass'
}

/** Query parameters whose values are not personal data. */
const open = new Set(['page', 'page_size', 'lang', 'sort', 'category', 'tag', 'missing'])
const maxUrlLength = 512

function loggedUrl({ pathname, search }: UrlParts): string {
  const mostOfQuery = Math.max(0, maxUrlLength - pathname.length)
  const pairs = search.slice(1, mostOfQuery).split('&')
  const shown = pathname.slice(0, maxUrlLength) + (search && `?${pairs.map(loggedPair).join('&')}`)
  return pathname.length + search.length > maxUrlLength ? `${shown}…` : shown
}

function loggedPair(pair: string): string {
  const end = pair.indexOf('=')
  return end < 0 || open.has(pair.slice(0, end)) ? pair : `${pair.slice(0, end)}=*`
}

/** By the first segment of the path. */
const folders: Record<string, string> = {
  livez: 'health',
  readyz: 'health',
  startupz: 'health',
  healthz: 'health',
  metrics: 'metrics',
  api: 'api',
  assets: 'asset',
  media: 'media',
  builds: 'build',
  __nuxt_island: 'island',
  language: 'language',
  ops: 'ops',
}
/** The kind of a request's route, in the log and as a label. */
export const routeKinds = new Set(['page', 'payload', 'form', 'file', 'feed', ...Object.values(folders)])

function routeKind(method: string, pathname: string): string {
  const folder = pathname.split('/', 2)[1] ?? ''
  const known = Object.hasOwn(folders, folder) ? folders[folder] : undefined
  if (known) return known
  if (pathname.endsWith(payloadSuffix)) return 'payload'
  if (/\.(?:xml|txt)$/.test(pathname)) return 'feed'
  // The identifier of an article may contain a dot.
  if (/\.\w{2,11}$/.test(pathname) && !pathname.includes('/detail_')) return 'file'
  return method === 'POST' ? 'form' : 'page'
}
