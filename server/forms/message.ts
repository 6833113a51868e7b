// A message of a form, its deliveries and the outcome of an attempt; the interface of the stores of messages.
import { createHash } from 'node:crypto'
import { isRecord } from '../../shared/is-record.ts'
import type { Locale } from '../../shared/locale.ts'
import { jsonIn } from '../base/json.ts'
import type { OutboxUsage } from '../telemetry/form-metrics.ts'

/** A message of a local site has no delivery to an upstream. */
export const channelNames = ['upstream', 'email', 'webhook'] as const
export type ChannelName = (typeof channelNames)[number]

export const spamFlags = ['trap', 'too-fast', 'links'] as const
export type SpamFlag = (typeof spamFlags)[number]

export type Message = {
  /** One for each form instance; sent to the upstream as Idempotency-Key. */
  key: string
  /** The name of the form. */
  form: string
  locale: Locale
  /** May be empty. */
  fingerprint: string
  flags: SpamFlag[]
  /** A JSON object; of the contact form one of texts. */
  fields: string
  /** Milliseconds since 1970. */
  received: number
}

/** Status and JSON body of the upstream's response. */
export type UpstreamResponse = { status: number; body: string }

/**
 * `returned`: rejected with a reason, which the waiting visitor is shown. `refused`: waits for the operators. `failed`: is
 * repeated, after `pauseMs` where it is known. A `reason` contains no data of the visitor.
 */
export type Outcome =
  | { kind: 'delivered'; response?: UpstreamResponse }
  | { kind: 'returned'; response: UpstreamResponse }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string; pauseMs: number | undefined }

/** An attempt that begins; `attempts` includes it. `entries`: the deliveries that the store in Redis has claimed with it. */
export type Claimed = { message: Message; channel: ChannelName; attempts: number; entries?: Entry[] }
export type Entry = [stream: string, id: string]

/** `known`: an earlier message under the key, with the upstream's response where it was delivered. */
export type Added =
  | { kind: 'added'; claimed: Claimed }
  | { kind: 'known'; key: string; response: UpstreamResponse | undefined }
  | { kind: 'key reused' }

/** A refused delivery waits for `retry`. */
export type Delivery = { channel: ChannelName; state: 'waiting' | 'refused' | 'delivered'; error: string }
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
  /**
   * A message returned to the visitor is deleted: the next try is a new one. What is delivered by all channels loses its text;
   * without an upstream it keeps it. `pauseMs`: of a failed attempt.
   */
  settle: (claimed: Claimed, outcome: Outcome, pauseMs: number) => Promise<void>
  usage: (channel: ChannelName) => Promise<OutboxUsage>
  /** All that have a text, oldest first. */
  list: () => Promise<StoredMessage[]>
  /** Makes waiting and refused deliveries due, of one message or all; returns the number. */
  retry: (channel: ChannelName, key?: string) => Promise<number>
  /** Deletes what was received before a time and does not wait for the upstream, and old keys; returns the number of messages. */
  drop: (before: number) => Promise<number>
}

/** Longer than any attempt takes. */
export const leaseMs = 15_000
/** How long a key is stored after its message was delivered. */
export const keyLifetimeMs = 7 * 24 * 3_600_000

/** The path of a form's call, in one way of writing. */
export function formPath(name: string): string {
  return `/api/home/form/${encodeURIComponent(name).replaceAll('%3A', ':')}`
}

/** The same key with the same content is the same message. */
export function digestOf({ form, fields }: Message): string {
  return createHash('sha256')
    .update(`${formPath(form)}\n${fields}`)
    .digest('base64url')
}

/** The alphabet has no 0, 1, I, L, O and U: no two characters are mistaken for each other, and no words appear. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What the visitor is shown and the operator finds again. It follows from the key, so that it is the same at every attempt. */
export function referenceOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  return Array.from({ length: 8 }, (_, at) => alphabet[bytes.readUInt16BE(2 * at) % alphabet.length]).join('')
}

/** A longer response body is not stored for repeated messages. */
const longestBody = 4096

/** `outcome` as the stores write it: the response for repeated messages, and why an attempt did not succeed; empty: none. */
export function recordOf(outcome: Outcome): { error: string; response: string } {
  if (outcome.kind === 'failed' || outcome.kind === 'refused') return { error: outcome.reason, response: '' }
  const { status, body } = outcome.response ?? { status: 200, body: '' }
  return { error: '', response: JSON.stringify({ status, body: body.length > longestBody ? '' : body }) }
}

/** What `recordOf` has written. */
export function storedResponse(text: unknown): UpstreamResponse | undefined {
  return text ? (JSON.parse(String(text)) as UpstreamResponse) : undefined
}

/** The flags in a text with spaces between them; others are ignored. */
export function readFlags(text: string): SpamFlag[] {
  return spamFlags.filter((flag) => text.split(' ').includes(flag))
}

/** For short texts. Empty for anything but an object. */
export function recordIn(text: string): Record<string, unknown> {
  const value = jsonIn(text)
  return isRecord(value) ? value : {}
}

/** The fields as texts; other values as JSON. */
export function fieldsIn(fields: string): Record<string, string> {
  const entries = Object.entries(recordIn(fields)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}
