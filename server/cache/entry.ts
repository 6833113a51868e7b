// Cache entry: a stored response and its metadata; which responses become one, and for how long.
import { createHash } from 'node:crypto'
import type { CallName } from '../../shared/api/calls.ts'
import { type Fields, field, formatHttpDate, listMembers } from '../base/fields.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import type { FieldProblem } from '../telemetry/faults.ts'
import {
  cachingFields,
  type Lifetime,
  policyOf,
  sharedCacheControl,
  withLifetime,
} from '../upstream/call-policy.ts'
import { dateOf, type Freshness, freshnessOf, initialAge } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'

export type Entry = {
  key: string
  status: number
  fields: Fields
  body: Buffer
  tags: string[]
  /** A tag of what is made from this response: of key and body. */
  dependencyTag: string
  freshness: Freshness
  initialAge: number
  /** Milliseconds since 1970. */
  responseTime: number
  purgedAt?: number
  /** Since a purge with `expire`: a request waits for the upstream, but not long. */
  isExpired?: boolean
  /** Compressed copies of the body, in memory only; see encodings.ts. */
  encoded?: Partial<Record<Coding, Buffer>>
}

export type Coding = 'br' | 'gzip'
/** Milliseconds since 1970. */
export type Times = { requestTime: number; responseTime: number }
type WholeResponse = { status: number; headers: Fields; body: Buffer }

/** Undefined for a response that a shared cache must not store. */
export function storableEntry(
  request: Pick<Entry, 'key' | 'tags'>,
  times: Times,
  response: WholeResponse,
): Entry | undefined {
  const { status, headers: fields } = response
  if (!isStorable({ status, fields }, times.responseTime)) return undefined
  return createEntry(request, times, response, freshnessOf(fields, times.responseTime))
}

export function createEntry(
  { key, tags }: Pick<Entry, 'key' | 'tags'>,
  { requestTime, responseTime }: Times,
  { status, headers: fields, body }: WholeResponse,
  freshness: Freshness,
): Entry {
  // RFC 9110 §6.6.1: a response without a valid Date gets the time of its receipt.
  const date = dateOf(fields, responseTime) === undefined ? { date: formatHttpDate(responseTime) } : {}
  const digest = createHash('sha256').update(key).update('\0').update(body).digest('base64url')
  return {
    key,
    tags,
    status,
    fields: { ...storedFields(fields), ...date },
    body: unpooled(body),
    dependencyTag: `use:${digest.slice(0, 20)}`,
    freshness,
    initialAge: initialAge(fields, requestTime, responseTime),
    responseTime,
  }
}

/** `lifetime` in seconds. */
export function freshnessFrom({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): Freshness {
  return {
    lifetime: fresh * 1000,
    explicit: true,
    staleWhileRevalidate: staleWhileRevalidate * 1000,
    staleIfError: staleIfError * 1000,
    noCache: false,
  }
}

/** The time in which a response with these fields may be used at all, at most `longest`. Undefined: it may not. */
export function freshnessWithin(longest: Lifetime, fields: Fields, now: number): Freshness | undefined {
  const fresh = Math.min(longest.fresh, secondsOfUse(fields, longest, now))
  return fresh > 0 ? freshnessFrom({ fresh, staleWhileRevalidate: 0, staleIfError: 0 }) : undefined
}

/** `lifetime`: without caching fields. */
function secondsOfUse(given: Fields, policy: Lifetime, now: number): number {
  const fields = withLifetime(given, policy)
  const { noCache, lifetime, staleWhileRevalidate, staleIfError } = freshnessOf(fields, now)
  if (noCache || !isStorable({ status: 200, fields }, now)) return 0
  return Math.floor((lifetime + Math.max(staleWhileRevalidate, staleIfError)) / 1000)
}

const mostCharacters = 200

/** Names the fields that leave nothing to use when the upstream fails, each of which does so on its own. */
export function storageProblem(call: CallName, fields: Fields, now: number): FieldProblem | undefined {
  const lifetime = policyOf(call)
  if (!lifetime || secondsOfUse(fields, lifetime, now) > 0) return undefined
  const { date = formatHttpDate(now) } = fields
  const unstorable = Object.entries(fields)
    .filter(([name]) => [...cachingFields, 'vary'].includes(name))
    .filter(([name, value]) => secondsOfUse({ date, [name]: value }, lifetime, now) <= 0)
    .map(([name, value]) => `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}`)
  const usable = `Cache-Control: ${sharedCacheControl(lifetime)}`
  return {
    field: unstorable.join('; ').slice(0, mostCharacters),
    problem: `its pages fail without the content API; expected no such field, or ${usable}, or UPSTREAM_CACHE=policy`,
    effect: 'not stored',
  }
}

/** Fields that belong to one connection or one visitor (RFC 9111 §3.1), or offer ranges, and are not stored. */
const unstored =
  /^(?:accept-ranges|connection|keep-alive|proxy-(?:authenticate|authentication-info|authorization|connection)|set-cookie|te|trailer|transfer-encoding|upgrade)$/

export function storedFields(fields: Fields): Fields {
  const named = listMembers(field(fields, 'connection')?.toLowerCase())
  const stored = Object.entries(fields).filter(([name]) => !unstored.test(name) && !named.includes(name))
  return Object.fromEntries(stored)
}

/** A copy where it is a view into a larger buffer, such as Node's shared pool, which it would retain. */
export function unpooled(body: Buffer): Buffer {
  return body.length === body.buffer.byteLength ? body : Buffer.from(new Uint8Array(body).buffer)
}

export type Purge = { target: PurgeTarget; mode: PurgeMode }

export function matches({ target }: Purge, { key, tags }: Pick<Entry, 'key' | 'tags'>): boolean {
  if (target.kind === 'all') return true
  return target.kind === 'tag' ? tags.includes(target.tag) : key.startsWith(target.prefix)
}

/** The entry after a purge that does not delete it. A second soft one does not change since when it is stale. */
export function markPurged(entry: Entry, mode: Exclude<PurgeMode, 'hard'>, now: number): void {
  const { staleWhileRevalidate, staleIfError } = entry.freshness
  entry.purgedAt ??= now
  if (mode === 'soft') return
  entry.isExpired = true
  entry.freshness = {
    ...entry.freshness,
    staleWhileRevalidate: 0,
    staleIfError: Math.max(staleWhileRevalidate, staleIfError),
  }
}

/** Parsed data and content of a business call take 2.4 to 2.8 times the bytes of its body (measured with the sample content). */
const parsedFactor = 3
const callKey = /^(?:GET|POST) \/api\/home\//

/** Bytes of an entry in memory: bodies, what is parsed from them, fields, key, and the overhead of a JavaScript object. */
export function entrySize({ key, fields, body, tags, encoded = {} }: Entry): number {
  const overhead = 512
  const parsed = callKey.test(key) ? parsedFactor * body.length : 0
  const copies = (encoded.br?.length ?? 0) + (encoded.gzip?.length ?? 0)
  let text = key.length
  for (const [name, value] of Object.entries(fields)) text += name.length + String(value).length + 32
  for (const tag of tags) text += tag.length + 16
  return body.length + parsed + copies + 2 * text + overhead
}
