// Cache entry: a stored response and its metadata.
import { createHash } from 'node:crypto'
import { type Fields, field, formatHttpDate } from '../base/fields.ts'
import type { PurgeMode } from '../ops/purge.ts'
import { type CacheRequest, ownOfRequest } from './cache-request.ts'
import { dateOf, type Freshness, freshnessOf, initialAge } from './semantics/freshness.ts'
import { selectingKey, varyNames } from './semantics/reuse.ts'
import { isStorable } from './semantics/storable.ts'

export type Entry = {
  key: string
  /** The request fields that selected this response (Vary), see semantics/reuse.ts. */
  selecting: { names: string[]; key: string }
  status: number
  fields: Fields
  body: Buffer
  tags: string[]
  freshness: Freshness
  initialAge: number
  /** Milliseconds since 1970. */
  responseTime: number
  purgedAt?: number
  /** Compressed copies of the body, in memory only; see encodings.ts. */
  encoded?: Encoded
}

export type Encoding = 'br' | 'zstd' | 'gzip'
type Encoded = Record<Encoding, Buffer>

/** Milliseconds since 1970. */
export type Times = { requestTime: number; responseTime: number }

export type EntryInput = Times & {
  key: string
  tags: string[]
  requestFields: Fields
  status: number
  fields: Fields
  body: Buffer
}

/** Fields that belong to one connection or one visitor (RFC 9111 §3.1), and are not stored. */
const unstored = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function storedFields(fields: Fields): Fields {
  const named = (field(fields, 'connection') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const stored = Object.entries(fields).filter(([name]) => !unstored.has(name) && !named.includes(name))
  return Object.fromEntries(stored)
}

/** Undefined for a response that a shared cache must not store. */
export function createEntry(input: EntryInput): Entry | undefined {
  const { key, tags, requestFields, status, fields, body, requestTime, responseTime } = input
  if (!isStorable({ status, fields }, responseTime)) return undefined
  const names = varyNames(fields)
  return {
    key,
    tags,
    selecting: { names, key: selectingKey(names, requestFields) },
    status,
    fields: storedFields(withDate(fields, responseTime)),
    body: unpooled(body),
    freshness: freshnessOf(fields, responseTime),
    initialAge: initialAge(fields, requestTime, responseTime),
    responseTime,
  }
}

/** Undefined where it must not be stored, or varies by a field that differs in every request. */
export function entryOf(
  { key, tags, fill }: CacheRequest,
  times: Times,
  response: { status: number; fields: Fields; body: Buffer },
): Entry | undefined {
  if (varyNames(response.fields).some((name) => ownOfRequest.includes(name))) return undefined
  return createEntry({ key, tags, requestFields: fill.headers, ...response, ...times })
}

/** The fields of an entry after a purge that does not delete it. A second soft one does not change since when it is stale. */
export function purgedFields(
  { freshness, purgedAt }: Pick<Entry, 'freshness' | 'purgedAt'>,
  mode: Exclude<PurgeMode, 'hard'>,
  now: number,
): Pick<Entry, 'freshness'> & { purgedAt: number } {
  const { staleWhileRevalidate, staleIfError } = freshness
  const expired = { staleWhileRevalidate: 0, staleIfError: Math.max(staleWhileRevalidate, staleIfError) }
  return {
    purgedAt: purgedAt ?? now,
    freshness: mode === 'expire' ? { ...freshness, ...expired } : freshness,
  }
}

/** `entry`, of which only the head had arrived, with its body. */
export function withBody(entry: Entry, body: Buffer): Entry {
  return { ...entry, body: unpooled(body) }
}

/** RFC 9110 §6.6.1: a response without a valid Date gets the time of its receipt. */
function withDate(fields: Fields, responseTime: number): Fields {
  return dateOf(fields, responseTime) === undefined
    ? { ...fields, date: formatHttpDate(responseTime) }
    : fields
}

/** A small Buffer is a view into Node's shared pool, which it would retain. */
export function unpooled(body: Buffer): Buffer {
  if (body.length === body.buffer.byteLength) return body
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}

/** Parsed data and content of a business call take 2.4 to 2.8 times the bytes of its body (measured with the sample content). */
const parsedFactor = 3
const callKey = /^(?:GET|POST) \/api\/home\//

/** Bytes of an entry in memory: bodies, what is parsed from them, fields, key, and the overhead of a JavaScript object. */
export function entrySize({ key, fields, body, tags, selecting, encoded }: Entry): number {
  const overhead = 512
  const parsed = callKey.test(key) ? parsedFactor * body.length : 0
  const copies = Object.values(encoded ?? {}).reduce((sum, copy) => sum + copy.length, 0)
  let text = key.length + selecting.key.length
  for (const [name, value] of Object.entries(fields)) text += name.length + String(value).length + 32
  for (const tag of tags) text += tag.length + 16
  return body.length + parsed + copies + 2 * text + overhead
}

export type DependencyTag = (entry: Pick<Entry, 'key' | 'body'>) => string

/** Computes each tag once for a stored response; the embedded content API may give several calls one body. */
export function createDependencyTag(): DependencyTag {
  const known = new WeakMap<Buffer, { key: string; tag: string }>()
  return ({ key, body }) => {
    const last = known.get(body)
    if (last?.key === key) return last.tag
    const tag = tagOf(key, body)
    known.set(body, { key, tag })
    return tag
  }
}

function tagOf(key: string, body: Buffer): string {
  return `use:${createHash('sha256').update(key).update('\0').update(body).digest('base64url').slice(0, 20)}`
}
