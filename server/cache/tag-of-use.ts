// The tag of whatever was made from one stored answer, and from just this state of it.
import { createHash } from 'node:crypto'
import type { Entry } from './entry.ts'

const known = new WeakMap<Buffer, { key: string; tag: string }>()

/** Computed once for a stored response; the embedded content API may give several calls one body. */
export function tagOfUse({ key, body }: Pick<Entry, 'key' | 'body'>): string {
  const found = known.get(body)
  if (found?.key === key) return found.tag
  const tag = `use:${createHash('sha256').update(key).update('\0').update(body).digest('base64url').slice(0, 20)}`
  known.set(body, { key, tag })
  return tag
}
