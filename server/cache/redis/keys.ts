// Names in Redis. The schema is part of each; the build is not, because answers of the API outlive builds.
import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'

const schema = 1

export type RedisKeys = ReturnType<typeof createRedisKeys>

/** `database` because channels, unlike keys, are common to all databases of a server. */
export function createRedisKeys(namespace: string, database: string) {
  const root = `${namespace}:${schema}`
  return {
    epoch: `${root}:epoch`,
    purgeLog: `${root}:purge-log`,
    purgeChannel: `${root}:${database}:purges`,
    fillChannel: `${root}:${database}:fills`,
    lock: (key: string) => `${root}:lock:${key}`,
    /** What the names of the blobs of an epoch start with. */
    blobs: (hard: string) => `${root}:${hard}:blob:`,
    blob: (hard: string, key: string) => `${root}:${hard}:blob:${key}`,
    tag: (hard: string, tag: string) => `${root}:${hard}:tag:${tag}`,
  }
}

/** The path that a cache key names, or the beginning of one: `/x` for `GET /x?page=2 zh` and for `GET /x?pa`. */
export function pathOf(key: string): string | undefined {
  return /^\S+ ([^?\s]+)/.exec(key)?.[1]
}

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
