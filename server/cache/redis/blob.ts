// All variants of a key as one value in Redis: frames, the newest first.
import { createHash } from 'node:crypto'
import { type Entry, purgedFields } from '../entry.ts'
import { decodeEntry, encodeEntry } from '../entry-codec.ts'
import { remainingUse } from '../semantics/reuse.ts'
import type { Epoch } from './keys.ts'

/** Byte offsets in a frame; the Lua scripts use them as well. */
export const frameAt = { length: 0, variant: 4, soft: 12, purgedAt: 20, until: 28, entry: 36 } as const

/** `purgedAt` and `until` are milliseconds since 1970; no `purgedAt` is 0, and a purge that expires is negative. */
export function encodeFrame(entry: Entry, soft: string, now: number): Buffer {
  const bytes = encodeEntry(entry)
  const frame = Buffer.alloc(frameAt.entry + bytes.length)
  frame.writeUInt32BE(frame.length, frameAt.length)
  createHash('sha256').update(entry.selecting.key).digest().copy(frame, frameAt.variant, 0, 8)
  frame.write(soft, frameAt.soft, 'hex')
  frame.writeDoubleBE(entry.purgedAt ?? 0, frameAt.purgedAt)
  frame.writeDoubleBE(now + remainingUse(entry, now), frameAt.until)
  bytes.copy(frame, frameAt.entry)
  return frame
}

/** The complete frames of this key; other bytes are ignored. */
export function decodeBlob(blob: Buffer, key: string, epoch: Epoch, now: number): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + frameAt.entry <= blob.length; ) {
    const end = at + blob.readUInt32BE(at)
    if (end < at + frameAt.entry || end > blob.length) break
    const entry = decodeFrame(blob.subarray(at, end), epoch, now)
    if (entry?.key === key) entries.push(entry)
    at = end
  }
  return entries
}

function decodeFrame(frame: Buffer, { soft, softAt }: Epoch, now: number): Entry | undefined {
  const entry = decodeEntry(frame.subarray(frameAt.entry))
  if (!entry) return undefined
  const isOlder = frame.toString('hex', frameAt.soft, frameAt.purgedAt) !== soft
  const purges = [frame.readDoubleBE(frameAt.purgedAt), isOlder ? softAt : 0].filter((time) => time !== 0)
  if (purges.length === 0) return entry
  // Another server's clock may be ahead; an entry purged in the future would be fresh until then.
  const purgedAt = Math.min(now, ...purges.map(Math.abs))
  return {
    ...entry,
    ...purgedFields({ ...entry, purgedAt }, purges.some((time) => time < 0) ? 'expire' : 'soft', now),
  }
}
