// Metrics of form submissions, of outboxes, and of the notifications sent from them.
import { Counter, Gauge, type Registry } from 'prom-client'

/** The current contents of an outbox. */
export type OutboxUsage = {
  waiting: number
  refused: number
  /** Age of the oldest that is waiting, in milliseconds. */
  oldestMs: number
}
type MeasuredOutbox = { name: string; usage: () => Promise<OutboxUsage> }
type MeasuredChannel = { channel: string; outboxes: MeasuredOutbox[] }

export function createFormMetrics(registers: Registry[]) {
  const submissions = new Counter({
    name: 'site_form_submissions_total',
    help: 'Form submissions, by result',
    labelNames: ['result'],
    registers,
  })
  const delivered = new Counter({
    name: 'site_form_deliveries_total',
    help: 'Attempts to deliver a form to the upstream, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const notified = new Counter({
    name: 'site_form_notifications_total',
    help: 'Attempts to send a notification of a form, by channel and outcome',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  return {
    countSubmission: (result: string) => submissions.inc({ result: result.replace(' ', '_') }),
    countAttempt: (channel: string, outcome: string) =>
      channel === 'upstream' ? delivered.inc({ outcome }) : notified.inc({ channel, outcome }),
    watchOutboxes: (outboxes: MeasuredOutbox[]) => {
      const measured = outboxes.map((outbox) => ({ labels: { outbox: outbox.name }, outbox }))
      watch(outboxGauges, ['outbox'], measured, registers)
    },
    watchChannels: (channels: MeasuredChannel[]) => {
      const measured = channels.flatMap(({ channel, outboxes }) =>
        outboxes.map((outbox) => ({ labels: { channel, outbox: outbox.name }, outbox })),
      )
      watch(channelGauges, ['channel', 'outbox'], measured, registers)
    },
  }
}

type Measured = { labels: Record<string, string>; outbox: MeasuredOutbox }
type Gauges = Record<string, { help: string; numberOf: (usage: OutboxUsage) => number }>

/** Read at every scrape; an outbox that cannot be read has no value. */
function watch(gauges: Gauges, labelNames: string[], measured: Measured[], registers: Registry[]): void {
  for (const [name, { help, numberOf }] of Object.entries(gauges)) {
    const collect = async function (this: Gauge) {
      this.reset()
      const readings = measured.map(async ({ labels, outbox }) => {
        const usage = await outbox.usage().catch(() => undefined)
        if (usage) this.set(labels, numberOf(usage))
      })
      await Promise.all(readings)
    }
    new Gauge({ name, help, labelNames, registers, collect })
  }
}

const outboxGauges: Gauges = {
  site_form_outbox: {
    help: 'Accepted forms that are not delivered to the upstream yet',
    numberOf: ({ waiting }) => waiting,
  },
  site_form_outbox_oldest_seconds: {
    help: 'Age of the oldest form that is not delivered to the upstream yet',
    numberOf: ({ oldestMs }) => oldestMs / 1000,
  },
  site_form_refused: {
    help: 'Forms that the upstream rejected, stored for the operators',
    numberOf: ({ refused }) => refused,
  },
}

const channelGauges: Gauges = {
  site_form_notification_outbox: {
    help: 'Notifications of forms that are not sent yet',
    numberOf: ({ waiting }) => waiting,
  },
  site_form_notification_oldest_seconds: {
    help: 'Age of the oldest form of which a notification is not sent yet',
    numberOf: ({ oldestMs }) => oldestMs / 1000,
  },
  site_form_notification_refused: {
    help: 'Notifications of forms that a channel rejected, stored for the operators',
    numberOf: ({ refused }) => refused,
  },
}
