// What operators measure of submitted forms.
import { Counter, Gauge, type Registry } from 'prom-client'

/** What an outbox holds at this moment. */
export type OutboxUsage = {
  waiting: number
  refused: number
  /** Of the oldest that waits, in milliseconds. */
  oldestMs: number
}
type MeasuredOutbox = { name: string; usage: () => Promise<OutboxUsage> }

export type FormMetrics = ReturnType<typeof createFormMetrics>

export function createFormMetrics(registers: Registry[]) {
  const submissions = new Counter({
    name: 'site_form_submissions_total',
    help: 'Submitted forms, by what the visitor was told',
    labelNames: ['result'],
    registers,
  })
  const delivered = new Counter({
    name: 'site_form_deliveries_total',
    help: 'Attempts to hand a form to the origin, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const missing = new Counter({
    name: 'site_form_missing_total',
    help: 'Accepted forms whose content is no longer in Redis',
    registers,
  })
  return {
    countMissing: () => missing.inc(),
    countSubmission: (result: string) => submissions.inc({ result: result.replace(' ', '_') }),
    countOutcome: (outcome: string) => delivered.inc({ outcome }),
    /** Asked at every scrape; one that does not answer has no value. */
    watchOutboxes: (outboxes: MeasuredOutbox[]) => {
      for (const [name, { help, numberOf }] of Object.entries(gauges)) {
        const collect = async function (this: Gauge<'outbox'>) {
          this.reset()
          const readings = outboxes.map(async (outbox) => {
            const usage = await outbox.usage().catch(() => undefined)
            if (usage) this.set({ outbox: outbox.name }, numberOf(usage))
          })
          await Promise.all(readings)
        }
        new Gauge({ name, help, labelNames: ['outbox'], registers, collect })
      }
    },
  }
}

const gauges: Record<string, { help: string; numberOf: (usage: OutboxUsage) => number }> = {
  site_form_outbox: {
    help: 'Accepted forms that are not with the origin yet',
    numberOf: ({ waiting }) => waiting,
  },
  site_form_outbox_oldest_seconds: {
    help: 'Age of the oldest form that is not with the origin yet',
    numberOf: ({ oldestMs }) => oldestMs / 1000,
  },
  site_form_refused: {
    help: 'Forms that the origin refused, kept for the operators',
    numberOf: ({ refused }) => refused,
  },
}
