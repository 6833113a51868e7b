// Metrics of rendering: concurrency, duration, rejections.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const renderForms = ['document', 'payload', 'island', 'uncached'] as const
/** `uncached`: a page or payload for one visitor alone, and a 404. */
export type RenderForm = (typeof renderForms)[number]

export function createRenderMetrics(registers: Registry[]) {
  const seconds = new Histogram({
    name: 'site_render_seconds',
    help: 'Time to render a page, its data included, by form',
    labelNames: ['form'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const rejected = new Counter({
    name: 'site_renders_refused_total',
    help: 'Pages rejected by the render limit',
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const running = gauge('site_renders_running', 'Pages being rendered')
  const waiting = gauge('site_renders_waiting', 'Pages waiting to be rendered')
  return {
    observe: (form: RenderForm, duration: number) => seconds.observe({ form }, duration),
    countRejected: () => rejected.inc(),
    /** `seconds` is called at every scrape. */
    watchStalled(seconds: () => number) {
      new Gauge({
        name: 'site_renders_stalled_seconds',
        help: 'Time since a slot for rendering was released, while all of them are taken; else 0',
        registers,
        collect() {
          this.set(seconds())
        },
      })
    },
    setCounts(counts: { running: number; waiting: number }) {
      running.set(counts.running)
      waiting.set(counts.waiting)
    },
  }
}
