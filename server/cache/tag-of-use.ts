// The tag of whatever was made from one stored answer, and from just this state of it.
import { createHash } from 'node:crypto'
import type { Entry } from './entry.ts'

export type TagOfUse = (entry: Pick<Entry, 'key' | 'body'>) => string

/** Computes each tag once for a stored response; the embedded content API may give several calls one body. */
export function createTagOfUse(): TagOfUse {
  const known = new WeakMap<Buffer, { key: string; tag: string }>()
  return ({ key, body }) => {
    const found = known.get(body)
    if (found?.key === key) return found.tag
    const tag = tagOf(key, body)
    known.set(body, { key, tag })
    return tag
  }
}

function tagOf(key: string, body: Buffer): string {
  return `use:${createHash('sha256').update(key).update('\0').update(body).digest('base64url').slice(0, 20)}`
}
