// Bodies as the JSON that they are, parsed once: the same bytes give the same object, from whichever answer they come.
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { unpooled } from './entry.ts'

type Parsed = { value: unknown; body: Buffer }

const mostBytes = 16 * 1024 * 1024
const mostBodies = 2000

const byBuffer = new WeakMap<Buffer, Parsed>()
/** Bodies of one checksum take each other's place, so that a body is only what it equals. */
const byChecksum = new LRUCache<number, Parsed>({ max: mostBodies, maxSize: mostBytes })
/** Whoever checks an answer reads it as well. */
let last: { body: Buffer; parsed: Parsed } | undefined

/** Undefined for what is no JSON. Whoever reads the object must not change it. */
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
  return { value: json(body.toString('utf8')), body: unpooled(body) }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
