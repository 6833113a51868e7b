// Where entries are kept. Memory is a store; Redis behind memory is another.
import type { Entry } from './entry.ts'

export type PurgeTarget = { kind: 'all' } | { kind: 'tag'; tag: string } | { kind: 'key'; prefix: string }
export type PurgeMode = 'soft' | 'hard'

/** The first tier: answers at once. */
export type MemoryStore = {
  /** All variants of a key (RFC 9111 §4.1), the newest first. */
  get: (key: string) => readonly Entry[]
  set: (entry: Entry) => void
  delete: (key: string) => void
  /** How many entries it met. */
  purge: (target: PurgeTarget, mode: PurgeMode, now: number) => number
  entries: () => Iterable<Entry>
  usage: () => { bytes: number; count: number }
}

/** The second tier, shared with other servers. Nothing in it rejects: a tier that is down is an empty one. */
export type SharedStore = {
  get: (key: string) => Promise<readonly Entry[]>
  set: (entry: Entry) => Promise<void>
  delete: (key: string) => Promise<void>
  purge: (target: PurgeTarget, mode: PurgeMode, now: number) => Promise<number>
  /** True where this server is the one to refresh a key now; true as well when the tier is down. */
  claimRefresh: (key: string, ms: number) => Promise<boolean>
  /** Waits for another server's fill of this key, `ms` at most. */
  awaitFill: (key: string, ms: number) => Promise<void>
  close: () => Promise<void>
}
