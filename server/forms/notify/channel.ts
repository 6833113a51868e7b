// Notification channel: sends the company a notice of a new form message, beside the delivery to the origin.
import type { Deliver } from '../delivery.ts'
import type { ChannelName } from '../outbox.ts'

export type Channel = {
  name: ChannelName
  /** One attempt within a lease. Never rejects. */
  send: Deliver
  close: () => Promise<void>
}

/** Shorter than the lease of the outbox, connecting included. */
export const attemptMs = 12_000
