// Bodies as the JSON that they are, parsed once: the same bytes give the same object, from whichever answer they come.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const mostBytes = 16 * 1024 * 1024
const mostBodies = 2000

const byBuffer = new WeakMap<Buffer, { value: unknown }>()
const byContent = new LRUCache<string, { value: unknown }>({ max: mostBodies, maxSize: mostBytes })

/** Undefined for what is no JSON. Whoever reads the object must not change it. */
export function parsedBody(body: Buffer): unknown {
  const known = byBuffer.get(body)
  if (known) return known.value
  const content = hash('sha1', body, 'base64')
  const parsed = byContent.get(content) ?? { value: parse(body.toString('utf8')) }
  byContent.set(content, parsed, { size: body.length + 1 })
  byBuffer.set(body, parsed)
  return parsed.value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
