// The store of messages and their deliveries: one interface over SQLite and Redis.
import type { OutboxUsage } from '../telemetry/form-metrics.ts'
import type { ChannelName, Message, Outcome, UpstreamResponse } from './message.ts'

/** `attempts`: with the one that begins. `entries`: what a store knows of the deliveries of the message. */
export type Claimed = {
  message: Message
  channel: ChannelName
  attempts: number
  entries: { [Channel in ChannelName]?: string | undefined }
}

/** `known`: an earlier message under the key, with the upstream's response where it was delivered. */
export type Added =
  | { kind: 'added'; claimed: Claimed }
  | { kind: 'known'; key: string; response: UpstreamResponse | undefined }
  | { kind: 'key reused' }

/** A refused delivery waits for `retry`. */
export type DeliveryState = 'waiting' | 'refused' | 'delivered'
export type Delivery = { channel: ChannelName; state: DeliveryState; error: string }
export type StoredMessage = Message & { deliveries: Delivery[] }

export type Store = {
  name: 'disk' | 'redis'
  /**
   * Durable when it resolves, with a delivery for each channel; rejects when it is not stored. A delivery to the upstream is claimed
   * by the caller for one lease, and the others are due after it, or when the first attempt is settled; without it they are due at
   * once. A message under `formerKey` is the same one.
   */
  add: (message: Message, channels: ChannelName[], formerKey?: string) => Promise<Added>
  /** Deliveries that are due, for one lease: after it another server may claim them. */
  claim: (channel: ChannelName, most: number) => Promise<Claimed[]>
  /** A message returned to the visitor is deleted: the next try is a new one. What is delivered by all channels loses its text. */
  settle: (claimed: Claimed, outcome: Outcome) => Promise<void>
  usage: (channel: ChannelName) => Promise<OutboxUsage>
  /** All that have a text, oldest first. */
  list: () => Promise<StoredMessage[]>
  /** Makes waiting and refused deliveries due, of one message or all; returns the number. */
  retry: (channel: ChannelName, key?: string) => Promise<number>
  /** Deletes what was received before a time and does not wait for the upstream; returns the number. */
  drop: (before: number) => Promise<number>
  close: () => Promise<void>
}

/** Longer than any attempt takes. */
export const leaseMs = 15_000
/** How long a key is stored after its message was delivered. */
export const keyLifetimeMs = 7 * 24 * 3_600_000
/** A longer response body is not stored for repeated messages. */
const longestBody = 4096

export function responseToStore({ status, body }: UpstreamResponse): string {
  return JSON.stringify({ status, body: body.length > longestBody ? '' : body })
}

/** What `responseToStore` has written; empty: none. */
export function storedResponse(text: string): UpstreamResponse | undefined {
  return text ? (JSON.parse(text) as UpstreamResponse) : undefined
}
