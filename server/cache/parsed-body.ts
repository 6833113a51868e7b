// Bodies as the JSON that they are, parsed once: the same bytes give the same object, from whichever answer they come.
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { unpooled } from './entry.ts'

type Parsed = { value: unknown; body: Buffer }

const mostBytes = 16 * 1024 * 1024
const mostBodies = 2000

const utf8 = new TextDecoder('utf-8', { fatal: true })
const byBuffer = new WeakMap<Buffer, Parsed>()
/** Bodies of one checksum take each other's place, so that a body is only what it equals. */
const byChecksum = new LRUCache<number, Parsed>({ max: mostBodies, maxSize: mostBytes })
/** Whoever checks an answer reads it as well. */
let last: { body: Buffer; parsed: Parsed } | undefined

/** Undefined for what is no JSON in UTF-8. Whoever reads the object must not change it. */
export function parsedBody(body: Buffer): unknown {
  if (last?.body === body) return last.parsed.value
  const parsed = byBuffer.get(body) ?? parsedContent(body)
  last = { body, parsed }
  return parsed.value
}

function parsedContent(body: Buffer): Parsed {
  const checksum = crc32(body)
  const found = byChecksum.get(checksum)
  const parsed = found?.body.equals(body) ? found : parse(body)
  // The copy is kept beside what was read from it.
  if (parsed !== found) byChecksum.set(checksum, parsed, { size: 2 * body.length + 1 })
  // What just arrived is a view and soon gone, and a weak key dear; what the cache keeps has memory of its own.
  if (body.length === body.buffer.byteLength) byBuffer.set(body, parsed)
  return parsed
}

function parse(body: Buffer): Parsed {
  return { value: json(body), body: unpooled(body) }
}

/** RFC 8259 §8.1: JSON is UTF-8, and a parser may ignore a byte order mark. */
function json(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}
