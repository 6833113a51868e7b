// Metrics of form submissions and outboxes.
import { Counter, Gauge, type Registry } from 'prom-client'

/** The current contents of an outbox. */
export type OutboxUsage = {
  waiting: number
  refused: number
  /** Age of the oldest that is waiting, in milliseconds. */
  oldestMs: number
}
type MeasuredOutbox = { name: string; usage: () => Promise<OutboxUsage> }

export type FormMetrics = ReturnType<typeof createFormMetrics>

export function createFormMetrics(registers: Registry[]) {
  const submissions = new Counter({
    name: 'site_form_submissions_total',
    help: 'Form submissions, by result',
    labelNames: ['result'],
    registers,
  })
  const delivered = new Counter({
    name: 'site_form_deliveries_total',
    help: 'Attempts to deliver a form to the origin, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const missing = new Counter({
    name: 'site_form_missing_total',
    help: 'Accepted forms whose content was lost from Redis',
    registers,
  })
  return {
    countMissing: () => missing.inc(),
    countSubmission: (result: string) => submissions.inc({ result: result.replace(' ', '_') }),
    countOutcome: (outcome: string) => delivered.inc({ outcome }),
    /** Read at every scrape; an outbox that cannot be read has no value. */
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
    help: 'Accepted forms that are not delivered to the origin yet',
    numberOf: ({ waiting }) => waiting,
  },
  site_form_outbox_oldest_seconds: {
    help: 'Age of the oldest form that is not delivered to the origin yet',
    numberOf: ({ oldestMs }) => oldestMs / 1000,
  },
  site_form_refused: {
    help: 'Forms that the origin rejected, stored for the operators',
    numberOf: ({ refused }) => refused,
  },
}
