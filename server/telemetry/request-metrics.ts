// Rate, errors and duration of requests, by kind of route.
import { Counter, Histogram, type Registry } from 'prom-client'
import { statusClass } from './origin-metrics.ts'
import type { RouteKind } from './route-kind.ts'

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
    help: 'Responses whose visitor left before the end, or that broke off',
    labelNames: ['route'],
    registers,
  })
  return {
    observe: (route: RouteKind, status: number, duration: number) =>
      seconds.observe({ route, status: statusClass(status) }, duration),
    countAbort: (route: RouteKind) => aborts.inc({ route }),
  }
}
