// What "purge all" changes: one short value instead of every key.
import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'

/**
 * `hard` is part of the names of all blobs and tags, so that a new one leaves them behind; they expire by themselves.
 * `soft` is written into each blob; blobs with another one were marked stale at `softAt` (milliseconds since 1970).
 */
export type Epoch = { hard: string; soft: string; softAt: number }

/** By chance and not by counting: where Redis forgot the old one, a count could come back to it. */
export function newName(): string {
  return randomBytes(8).toString('hex')
}

/** The epoch that all servers share; made by the first of them. It writes, and so fails where Redis takes no writes. */
export async function openEpoch(client: Redis, key: string): Promise<Epoch> {
  await client.setnx(key, epochText({ hard: newName(), soft: newName(), softAt: 0 }))
  const epoch = readEpoch(await client.get(key))
  if (!epoch) throw new Error('the epoch in Redis is not readable')
  return epoch
}

export function epochText({ hard, soft, softAt }: Epoch): string {
  return `${hard} ${soft} ${softAt}`
}

export function readEpoch(text: unknown): Epoch | undefined {
  const [, hard, soft, softAt] = /^([0-9a-f]{16}) ([0-9a-f]{16}) (\d{1,15})$/.exec(String(text)) ?? []
  return hard && soft ? { hard, soft, softAt: Number(softAt) } : undefined
}
