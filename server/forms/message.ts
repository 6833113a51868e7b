// A message of a form, its deliveries and the outcome of an attempt; the interface of the stores of messages.
import { createHash } from 'node:crypto'
import { jsonIn } from '../../shared/api/error-message.ts'
import { isRecord } from '../../shared/is-record.ts'
import type { Locale } from '../../shared/locale.ts'

/** A message of a local site has no delivery to an upstream. */
export const channelNames = ['upstream', 'email', 'webhook'] as const
export type ChannelName = (typeof channelNames)[number]

export const spamFlags = ['trap', 'too-fast', 'links'] as const
export type SpamFlag = (typeof spamFlags)[number]

/** A delivery that the channel rejected (`refused`) waits for `forms retry`. `error`: why the last attempt did not succeed; empty: none. */
export type Delivery = {
  channel: ChannelName
  state: 'waiting' | 'refused' | 'delivered'
  attempts: number
  error: string
}

export type Message = {
  /** One for each form instance; sent to the upstream as Idempotency-Key. */
  key: string
  /** Shown to the visitor; operators find the message by it. */
  reference: string
  /** The name of the form. */
  form: string
  locale: Locale
  /** May be empty. */
  fingerprint: string
  /** Spam flags, with spaces between them. */
  flags: string
  /** A JSON object; of the contact form one of texts. */
  fields: string
  /** Milliseconds since 1970. */
  received: number
  /** One message has one key and one digest. */
  digest: string
  /** One for each channel. */
  deliveries: Delivery[]
}

/** An attempt that begins; `attempts` includes it. */
export type Claimed = { message: Message; attempts: number }

/** Status and JSON body of the upstream's response. */
export type UpstreamResponse = { status: number; body: string }

/**
 * `returned`: rejected with a reason, which the waiting visitor is shown. `refused`: waits for the operators. `waiting`: is
 * repeated, after `pauseMs` where it is known. An `error` contains no data of the visitor.
 */
export type Outcome =
  | { state: 'returned'; response: UpstreamResponse }
  | { state: Delivery['state']; error: string; response?: UpstreamResponse; pauseMs?: number | undefined }

/** The current contents of an outbox for one channel. */
export type OutboxUsage = {
  waiting: number
  refused: number
  /** Age of the oldest that is waiting, in milliseconds. */
  oldestMs: number
}

export type Store = {
  name: 'disk' | 'redis'
  /**
   * Durable when it resolves; rejects when it is not stored. Resolves with an earlier message under the key, which stays as it is. What
   * waits is due after a pause.
   */
  add: (message: Message, pauseMs: number) => Promise<Message | undefined>
  /** Deliveries that are due, for one lease: after it another server may claim them. */
  claim: (channel: ChannelName, most: number) => Promise<Claimed[]>
  /** Writes a delivery that was not delivered yet; what waits is due after a pause. */
  put: (key: string, delivery: Delivery, pauseMs: number) => Promise<void>
  get: (key: string) => Promise<Message | undefined>
  /** All that have a text, oldest first. */
  list: () => Promise<Message[]>
  /** Deletes the text. The key is known for a week. */
  clear: (key: string) => Promise<void>
  remove: (key: string) => Promise<void>
  usage: (channel: ChannelName) => Promise<OutboxUsage>
}

/** Writes a delivery. A message that all channels have loses its text; without an upstream it keeps it. */
export async function writeDelivery(store: Store, key: string, delivery: Delivery, pauseMs: number) {
  await store.put(key, delivery, pauseMs)
  const message = await store.get(key)
  const isSettled = message?.deliveries.every(({ state }) => state === 'delivered')
  if (isSettled && stateAtUpstream(message)) await store.clear(key)
}

/** Undefined without a delivery to the upstream. */
export function stateAtUpstream(message: Message | undefined): Delivery['state'] | undefined {
  return message?.deliveries.find(({ channel }) => channel === 'upstream')?.state
}

/** Longer than any attempt takes. */
export const leaseMs = 15_000
/** How long the key of a delivered message is known. */
export const keyLifetimeMs = 7 * 24 * 3_600_000

/** The path of a form's call, in one way of writing. */
export function formPath(name: string): string {
  return `/api/home/form/${encodeURIComponent(name).replaceAll('%3A', ':')}`
}

/** The alphabet has no 0, 1, I, L, O and U: no two characters are mistaken for each other, and no words appear. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Its reference follows from the key, so that it is the same at every attempt. */
export function createMessage(about: Omit<Message, 'reference' | 'digest'>): Message {
  const { key, form, fields } = about
  const bytes = createHash('sha256').update(key).digest()
  const letters = Array.from({ length: 8 }, (_, at) => alphabet[bytes.readUInt16BE(2 * at) % alphabet.length])
  const content = createHash('sha256').update(`${formPath(form)}\n${fields}`)
  return { ...about, reference: letters.join(''), digest: content.digest('base64url') }
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
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const entries = Object.entries(recordIn(fields)).map(([name, value]) => [name, textOf(value)])
  return Object.fromEntries(entries)
}
