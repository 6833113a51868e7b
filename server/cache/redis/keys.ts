// Key names in Redis. They contain a schema version, and no build id: responses of the API outlive builds.
import { randomBytes } from 'node:crypto'
import type { Commands } from './client.ts'

/** A hash tag with the schema version: all keys are in one slot of a cluster, because scripts use several of them. */
const root = '{site-cache:2}'

export type RedisKeys = ReturnType<typeof createRedisKeys>

/** `database`: pub/sub channels, unlike keys, are shared by all databases of a Redis server. */
export function createRedisKeys(database: number) {
  return {
    epoch: `${root}:epoch`,
    purgeLog: `${root}:purge-log`,
    purgeChannel: `${root}:${database}:purges`,
    /** Prefix of the blob keys of an epoch. */
    blobs: (hard: string) => `${root}:${hard}:blob:`,
    blob: (hard: string, key: string) => `${root}:${hard}:blob:${key}`,
    tag: (hard: string, tag: string) => `${root}:${hard}:tag:${tag}`,
  }
}

/** The path in a cache key or in a prefix of one: `/x` for `GET /x?page=2 zh` and for `GET /x?pa`. */
export function pathOf(key: string): string | undefined {
  return /^\S+ ([^?\s]+)/.exec(key)?.[1]
}

/**
 * `hard` is part of the keys of all blobs and tags: a new value invalidates them, and they expire by themselves.
 * `soft` is stored in each blob; blobs with another value are stale since `softAt` (milliseconds since 1970), and expired where it is negative.
 * `content` is the version of the content that the responses are made from, `-` where the origin names none.
 */
export type Epoch = { hard: string; soft: string; softAt: number; content: string }
export const noContent = '-'

/** Random instead of counted: a counter could repeat a value after Redis has lost its data. */
export function newName(): string {
  return randomBytes(8).toString('hex')
}

/** The epoch that all servers share, created by the first with its `content`. Always writes, so it rejects where Redis accepts no writes. */
export async function openEpoch(client: Commands, key: string, content: string): Promise<Epoch> {
  await client.setnx(key, epochText({ hard: newName(), soft: newName(), softAt: 0, content }))
  const epoch = readEpoch(await client.get(key))
  if (!epoch) throw new Error(`the value of ${key} in Redis is not a cache epoch`)
  return epoch
}

export function epochText({ hard, soft, softAt, content }: Epoch): string {
  return `${hard} ${soft} ${softAt} ${content}`
}

export function readEpoch(text: unknown): Epoch | undefined {
  const parts = /^([0-9a-f]{16}) ([0-9a-f]{16}) (-?\d{1,15}) ([\w-]{1,64})$/.exec(String(text))
  const [, hard, soft, softAt, content] = parts ?? []
  return hard && soft && content ? { hard, soft, softAt: Number(softAt), content } : undefined
}
