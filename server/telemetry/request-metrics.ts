// Metrics of requests: rate, errors and duration, by kind of route.
import { Counter, Histogram, type Registry } from 'prom-client'
import { pathMatcher, segmentsOf } from '../../shared/path-pattern.ts'
import { payloadSuffix } from '../../shared/payload.ts'
import { statusClass } from './upstream-metrics.ts'

export function createRequestMetrics(registers: Registry[]) {
  const seconds = new Histogram({
    name: 'site_http_request_seconds',
    help: 'Time from the request to the end of its response, by kind of route and class of status',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const aborts = new Counter({
    name: 'site_http_aborts_total',
    help: 'Responses that were aborted before the end, by client or server',
    labelNames: ['route'],
    registers,
  })
  return {
    observe: (route: RouteKind, status: number, duration: number) =>
      seconds.observe({ route, status: statusClass(status) }, duration),
    countAbort: (route: RouteKind) => aborts.inc({ route }),
  }
}

export const routeKinds = [
  ...(['page', 'payload', 'island', 'form', 'api', 'media', 'asset', 'file', 'feed'] as const),
  ...(['build', 'language', 'health', 'metrics', 'ops'] as const),
]
type RouteKind = (typeof routeKinds)[number]

const kinds = Object.entries({
  '/livez': 'health',
  '/readyz': 'health',
  '/startupz': 'health',
  '/healthz': 'health',
  '/metrics': 'metrics',
  '/api/**': 'api',
  '/assets/**': 'asset',
  '/media/**': 'media',
  '/builds/**': 'build',
  '/__nuxt_island/**': 'island',
  '/language/**': 'language',
  '/ops/**': 'ops',
} satisfies Record<string, RouteKind>).map(([pattern, kind]) => ({ fit: pathMatcher(pattern), kind }))

export function routeKind(method: string, pathname: string): RouteKind {
  const segments = segmentsOf(pathname)
  const known = kinds.find(({ fit }) => fit(segments))
  if (known) return known.kind
  if (pathname.endsWith(payloadSuffix)) return 'payload'
  if (/\.(?:xml|txt)$/.test(pathname)) return 'feed'
  // The identifier of an article may contain a dot.
  if (/\.\w{2,11}$/.test(pathname) && !pathname.includes('/detail_')) return 'file'
  return method === 'POST' ? 'form' : 'page'
}
