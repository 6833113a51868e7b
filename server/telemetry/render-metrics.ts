// How pages are made: how many at once, how long it takes, and how many were refused.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const renderForms = ['document', 'payload', 'island', 'own'] as const
/** `own`: a page or payload for one visitor alone. */
export type RenderForm = (typeof renderForms)[number]

export function createRenderMetrics(registers: Registry[]) {
  const seconds = new Histogram({
    name: 'site_render_seconds',
    help: 'Time of making a page, its data included, by what is made',
    labelNames: ['form'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const refused = new Counter({
    name: 'site_renders_refused_total',
    help: 'Pages that were not made because too many were being made',
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const running = gauge('site_renders_running', 'Pages that are being made')
  const waiting = gauge('site_renders_waiting', 'Pages that wait for their turn to be made')
  return {
    observe: (form: RenderForm, duration: number) => seconds.observe({ form }, duration),
    countRejected: () => refused.inc(),
    setCounts(counts: { running: number; waiting: number }) {
      running.set(counts.running)
      waiting.set(counts.waiting)
    },
  }
}
