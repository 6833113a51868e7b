// Notifications: each channel has outboxes, attempts and workers of its own, so that none waits for another.
import type { FastifyBaseLogger } from 'fastify'
import type { FormMetrics } from '../../telemetry/form-metrics.ts'
import { createAttempts } from '../attempts.ts'
import type { ChannelName, Outbox } from '../outbox.ts'
import type { Submission } from '../submission.ts'
import { createWorker } from '../worker.ts'
import type { Channel } from './channel.ts'

type NotificationsOptions = {
  channels: Channel[]
  outboxesOf: (channel: ChannelName) => Outbox[]
  log: FastifyBaseLogger
  metrics: FormMetrics
}

export function createNotifications({ channels, outboxesOf, log, metrics }: NotificationsOptions) {
  const all = channels.map((channel) => {
    const { name, send } = channel
    const attempts = createAttempts({
      deliver: send,
      log,
      count: (outcome) => metrics.countNotification(name, outcome),
      events: { ...texts, about: { channel: name } },
    })
    const outboxes = outboxesOf(name)
    const workers = outboxes.map((outbox) => createWorker({ outbox, attempts, log }))
    return { channel, attempts, outboxes, workers }
  })
  metrics.watchChannels(all.map(({ channel, outboxes }) => ({ channel: channel.name, outboxes })))

  return {
    /** One attempt for a message that no outbox could store; its failure is logged. */
    async sendNow(submission: Submission): Promise<void> {
      const sent = all.map(async ({ channel: { name, send } }) => {
        const { kind } = await send({ submission, attempts: 1 })
        metrics.countNotification(name, kind)
        if (kind !== 'delivered') log.error({ channel: name }, 'notification lost: no outbox could store it')
      })
      await Promise.all(sent)
    },
    /** Running attempts get `graceMs`; what is not sent stays in the outbox. */
    async close(graceMs: number): Promise<void> {
      await Promise.all(all.flatMap(({ workers }) => workers.map((worker) => worker.close())))
      await Promise.all(all.map(({ attempts }) => attempts.settled(graceMs)))
      await Promise.all(channels.map((channel) => channel.close()))
    },
  }
}

const texts = {
  failed: 'notification not sent yet',
  refused: 'notification rejected, stored in the outbox',
}
