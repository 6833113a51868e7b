// Metrics in the Prometheus text format.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createFormMetrics } from './form-metrics.ts'
import { createRenderMetrics } from './render-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { createUpstreamMetrics } from './upstream-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

type MetricsOptions = {
  /** Includes the metrics of the process: event loop, heap, handles, CPU. */
  ofProcess?: boolean
  build?: string
}

const loopPrecisionMs = 20
/** Gauges with the suffix of counters, which promtool rejects; the series without the suffix has the same by type. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

export function createMetrics({ ofProcess = false, build = '' }: MetricsOptions = {}) {
  const register = new Registry()
  const registers = [register]
  if (ofProcess) {
    collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopPrecisionMs })
    for (const name of misnamed) register.removeSingleMetric(name)
  }
  new Gauge({
    name: 'site_build_info',
    help: '1, with the build and the version of Node.js as labels',
    labelNames: ['build', 'node'],
    registers,
  }).set({ build, node: process.version }, 1)
  const refused = new Counter({
    name: 'site_refused_total',
    help: 'Requests and connections rejected by a limit, by limit',
    labelNames: ['limit'],
    registers,
  })
  const sharedUp = new Gauge({
    name: 'site_cache_shared_up',
    help: '1 while the shared cache tier is up',
    registers,
  })

  return {
    forms: createFormMetrics(registers),
    requests: createRequestMetrics(registers),
    renders: createRenderMetrics(registers),
    ...createUpstreamMetrics(registers),
    countRejected: (limit: string) => refused.inc({ limit }),
    setSharedUp: (up: boolean) => sharedUp.set(Number(up)),
    /** `dropped` is called at every scrape. */
    watchLog(dropped: () => number) {
      new Counter({
        name: 'site_log_dropped_total',
        help: 'Log lines that standard output did not accept',
        registers,
        collect() {
          this.reset()
          this.inc(dropped())
        },
      })
    },
    watchCache: (usage: CacheUsage) => watchCache(registers, usage),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

/** Called at every scrape. */
type CacheUsage = () => { bytes: number; count: number }

function watchCache(registers: Registry[], usage: CacheUsage) {
  const gauges = [
    { name: 'site_cache_bytes', help: 'Bytes of cache entries in memory', kind: 'bytes' },
    { name: 'site_cache_keys', help: 'Cache keys in memory', kind: 'count' },
  ] as const
  for (const { name, help, kind } of gauges) {
    const collect = function (this: Gauge) {
      this.set(usage()[kind])
    }
    new Gauge({ name, help, registers, collect })
  }
}

/** Resolves when it listens; rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }) {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    const body = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(body)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
