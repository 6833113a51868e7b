// Serialises an entry to bytes and back: for Redis and for the snapshot.
import { crc32 } from 'node:zlib'
import type { Fields } from '../base/fields.ts'
import { jsonIn } from '../base/json.ts'
import type { Entry } from './entry.ts'

/** Two bytes of magic number, two of version; any change of the format below takes the next version. */
const mark = 0x53_43_00_01
/** Magic and version, checksum, length of the metadata, length of the body: four bytes each. */
const headerBytes = 16

/** Header, metadata as JSON, and the body. */
export function encodeEntry(entry: Entry): Buffer {
  const { key, selecting, status, fields, body, tags, freshness, encoded: _remade, ...rest } = entry
  const { initialAge, responseTime, purgedAt, ...unknown } = rest
  // Does not compile when an entry gets a field that would be lost here.
  unknown satisfies Record<string, never>
  const { lifetime, explicit, staleWhileRevalidate, staleIfError, noCache, ...other } = freshness
  other satisfies Record<string, never>
  const facts = Buffer.from(
    JSON.stringify([
      [key, selecting.names, selecting.key, status, fields, tags],
      [lifetime, explicit, staleWhileRevalidate, staleIfError, noCache],
      [initialAge, responseTime, purgedAt ?? null],
    ]),
  )
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(mark, 0)
  header.writeUInt32BE(crc32(body, crc32(facts)), 4)
  header.writeUInt32BE(facts.length, 8)
  header.writeUInt32BE(body.length, 12)
  return Buffer.concat([header, facts, body])
}

/** Undefined for bytes that are damaged, truncated, of another version or not an entry. */
export function decodeEntry(bytes: Buffer): Entry | undefined {
  if (bytes.length < headerBytes || bytes.readUInt32BE(0) !== mark) return undefined
  const bodyAt = headerBytes + bytes.readUInt32BE(8)
  if (bodyAt + bytes.readUInt32BE(12) !== bytes.length) return undefined
  if (crc32(bytes.subarray(headerBytes)) !== bytes.readUInt32BE(4)) return undefined
  const entry = readFacts(jsonIn(bytes.toString('utf8', headerBytes, bodyAt)))
  return entry && { ...entry, body: ownCopy(bytes.subarray(bodyAt)) }
}

/** A slice would retain the buffer it is a part of, and the memory store counts only the body. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function readFacts(value: unknown): Omit<Entry, 'body'> | undefined {
  if (!isList(value) || !value.every(isList)) return undefined
  const [[key, names, selectingKey, status, fields, tags] = [], freshness = [], times = []] = value
  const [lifetime, explicit, staleWhileRevalidate, staleIfError, noCache] = freshness
  const [initialAge, responseTime, purgedAt] = times
  if (!isText(key) || !isTexts(names) || !isText(selectingKey) || !isTexts(tags)) return undefined
  if (!isNumber(status) || !isFields(fields)) return undefined
  if (!isNumber(lifetime) || !isNumber(staleWhileRevalidate) || !isNumber(staleIfError)) return undefined
  if (typeof explicit !== 'boolean' || typeof noCache !== 'boolean') return undefined
  if (!isNumber(initialAge) || !isNumber(responseTime)) return undefined
  return {
    key,
    selecting: { names, key: selectingKey },
    status,
    fields,
    tags,
    freshness: { lifetime, explicit, staleWhileRevalidate, staleIfError, noCache },
    initialAge,
    responseTime,
    ...(isNumber(purgedAt) && { purgedAt }),
  }
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTexts(value: unknown): value is string[] {
  return isList(value) && value.every(isText)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || isList(value)) return false
  return Object.values(value).every((field) => isText(field) || isTexts(field))
}
