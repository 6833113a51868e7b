// A stored answer.

import type { Lifetime } from './policy.ts'
import { type Fields, field } from './semantics/fields.ts'
import { type Freshness, freshnessOf, initialAge } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'
import { selectingKey, varyNames } from './semantics/vary.ts'

export type Entry = {
  key: string
  /** The request fields that selected this answer, see semantics/vary.ts. */
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
}

export type EntryInput = {
  key: string
  tags: string[]
  requestFields: Fields
  status: number
  fields: Fields
  body: Buffer
  requestTime: number
  responseTime: number
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
  const named = (field(fields, 'connection') ?? '').toLowerCase().split(/\s*,\s*/)
  const kept = Object.entries(fields).filter(([name]) => !unstored.has(name) && !named.includes(name))
  return Object.fromEntries(kept)
}

/** The origin's fields, or with those of `lifetime` where it sent none about caching. */
export function withLifetime(fields: Fields, lifetime: Lifetime | undefined): Fields {
  if (!lifetime || cachingFields.some((name) => fields[name] !== undefined)) return fields
  const { fresh, staleWhileRevalidate, staleIfError } = lifetime
  const windows = [
    staleWhileRevalidate > 0 ? `, stale-while-revalidate=${staleWhileRevalidate}` : '',
    staleIfError > 0 ? `, stale-if-error=${staleIfError}` : '',
  ].join('')
  return { ...fields, 'cache-control': `public, max-age=0, s-maxage=${fresh}${windows}` }
}

const cachingFields = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires', 'pragma']

/** Undefined for an answer that a shared cache must not store. */
export function createEntry(input: EntryInput): Entry | undefined {
  const { key, tags, requestFields, status, fields, body, requestTime, responseTime } = input
  if (!isStorable({ status, fields }, responseTime)) return undefined
  const names = varyNames(fields)
  return {
    key,
    tags,
    selecting: { names, key: selectingKey(names, requestFields) },
    status,
    fields: storedFields(fields),
    body,
    freshness: freshnessOf(fields, responseTime),
    initialAge: initialAge(fields, requestTime, responseTime),
    responseTime,
  }
}

/** Bytes that an entry holds: body, fields, key, and what a JavaScript object costs on top. */
export function entrySize({ key, fields, body, tags, selecting }: Entry): number {
  const overhead = 512
  let text = key.length + selecting.key.length
  for (const [name, value] of Object.entries(fields)) text += name.length + String(value).length + 32
  for (const tag of tags) text += tag.length + 16
  return body.length + 2 * text + overhead
}
