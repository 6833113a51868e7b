// Metrics in the Prometheus text format: one table, of which they are registered and with which the documents are compared.
import fastify from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** By type and name: what it says, then its labels. */
export const metricTable = {
  counter: {
    site_http_aborts_total: ['Responses aborted before their end, by client or server', 'route'],
    site_refused_total: ['Requests and connections rejected by a limit', 'limit'],
    site_cache_requests_total: ['Requests to the cache by what responded', 'outcome', 'kind', 'tier'],
    site_upstream_rejected_total: ['Responses of the upstream that could not be used', 'call'],
    site_renders_refused_total: ['Pages rejected by the render limit'],
    site_form_submissions_total: ['Form submissions', 'result'],
    site_form_deliveries_total: ['Attempts to deliver a form message', 'channel', 'outcome'],
    site_log_dropped_total: ['Log lines that standard output did not accept'],
  },
  gauge: {
    site_build_info: ['1, with the build and the version of Node.js', 'build', 'node'],
    site_fault: ['1 for what /readyz warns of, named as there and in the log; else 0', 'fault'],
    site_cache_bytes: ['Bytes of cache entries in memory'],
    site_cache_keys: ['Cache keys in memory'],
    site_cache_shared_up: ['1 while the shared cache tier is up'],
    site_upstream_breaker: ['1 for the state of the circuit breaker of the upstream', 'call', 'state'],
    site_upstream_last_good_timestamp_seconds: ['When a business call last had a usable response; 0: never'],
    site_content_faults: ['Faults of content files; `kept`, `left_out`: not served as they are', 'effect'],
    site_renders_running: ['Pages being rendered'],
    site_renders_waiting: ['Pages waiting to be rendered'],
    site_renders_stalled_seconds: ['Time since a render slot was released, while all are taken; else 0'],
    // Of the outbox `redis` each server reports all.
    site_form_outbox: ['Form messages that a channel has not delivered yet', 'channel', 'outbox'],
    site_form_outbox_oldest_seconds: ['Age of the oldest of them', 'channel', 'outbox'],
    site_form_refused: ['Form messages that a channel rejected, for the operators', 'channel', 'outbox'],
  },
  histogram: {
    site_http_request_seconds: ['Time from a request to the end of its response', 'route', 'status'],
    site_upstream_seconds: ['Time to the head of a response, each attempt', 'call', 'outcome'],
    site_render_seconds: ['Time to render a page, its data included', 'form'],
  },
} as const satisfies Record<'counter' | 'gauge' | 'histogram', Record<string, readonly [string, ...string[]]>>

type Table = typeof metricTable
type Labels<Metric> = Metric extends readonly [string, ...infer Names extends string[]]
  ? Record<Names[number], string>
  : never
/** A number where there are no labels. */
type Read<Values> = () => number | { labels: Values; value: number }[]

export type Metrics = ReturnType<typeof createMetrics>

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const loopPrecisionMs = 20
/** Gauges with the suffix of counters, which promtool rejects; the series without the suffix has the same by type. */
const misnamed = /^nodejs_active_\w+_total$/

/** `ofProcess`: includes the metrics of the process: event loop, heap, handles, CPU. */
export function createMetrics(build = '', ofProcess = false) {
  const register = new Registry()
  const registers = [register]
  const reads = new Map<string, Read<Record<string, string>>>()
  const definitionsOf = (type: keyof Table) =>
    Object.entries(metricTable[type]).map(([name, [help, ...labelNames]]) => {
      return { name, help, labelNames, registers }
    })
  const counters = new Map(definitionsOf('counter').map((one) => [one.name, new Counter(one)]))
  const histograms = new Map(
    definitionsOf('histogram').map((one) => [one.name, new Histogram({ ...one, buckets })]),
  )
  if (ofProcess) {
    collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopPrecisionMs })
    for (const { name } of register.getMetricsAsArray())
      if (misnamed.test(name)) register.removeSingleMetric(name)
  }
  for (const definition of definitionsOf('gauge')) {
    const gauge = new Gauge({
      ...definition,
      collect() {
        const found = reads.get(definition.name)?.()
        if (found === undefined) return
        gauge.reset()
        const samples = typeof found === 'number' ? [{ labels: {}, value: found }] : found
        for (const { labels, value } of samples) gauge.set(labels, value)
      },
    })
  }
  reads.set('site_build_info', () => [{ labels: { build, node: process.version }, value: 1 }])

  return {
    count<N extends keyof Table['counter']>(name: N, labels: Labels<Table['counter'][N]>) {
      counters.get(name)?.inc(labels)
    },
    observe<N extends keyof Table['histogram']>(
      name: N,
      labels: Labels<Table['histogram'][N]>,
      seconds: number,
    ) {
      histograms.get(name)?.observe(labels, seconds)
    },
    /** `read` is called at every scrape. */
    watch<N extends keyof Table['gauge']>(name: N, read: Read<Labels<Table['gauge'][N]>>) {
      reads.set(name, read)
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}

/** `2xx` of 204. */
export function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`
}

/** Resolves when it listens; rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }) {
  const server = fastify({ forceCloseConnections: true })
  server.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text()),
  )
  await server.listen({ host, port })
  return { close: () => server.close() }
}
