// Rate, errors and duration of requests, by kind of route.
import { Counter, type Registry } from 'prom-client'
import { createQuickHistogram } from './quick-histogram.ts'
import type { RouteKind } from './route-kind.ts'

export function createRequestMetrics(registers: Registry[]) {
  const seconds = createQuickHistogram({
    name: 'site_http_request_seconds',
    help: 'Time from the request to the end of its answer, by kind of route and class of status',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const aborts = new Counter({
    name: 'site_http_aborts_total',
    help: 'Answers whose visitor left before the end, or that broke off',
    labelNames: ['route'],
    registers,
  })
  const known = new Map<RouteKind, ((duration: number) => void)[]>()

  return {
    observe(route: RouteKind, status: number, duration: number) {
      const family = Math.floor(status / 100)
      const observed = known.get(route) ?? []
      if (observed.length === 0) known.set(route, observed)
      observed[family] ??= seconds({ route, status: `${family}xx` })
      observed[family](duration)
    },
    countAbort: (route: RouteKind) => aborts.inc({ route }),
  }
}
