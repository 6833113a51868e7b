// The interfaces of the two cache tiers: memory (L1) and shared (L2, Redis).
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import type { Entry } from './entry.ts'

export type PurgeListener = (target: PurgeTarget, mode: PurgeMode) => void

/** The first tier, synchronous. */
export type MemoryStore = {
  /** All variants of a key (RFC 9111 §4.1), the newest first. */
  get: (key: string) => readonly Entry[]
  set: (entry: Entry) => void
  delete: (key: string) => void
  /** Returns the number of purged entries. */
  purge: (target: PurgeTarget, mode: PurgeMode, now: number) => number
  entries: () => Iterable<Entry>
  usage: () => { bytes: number; count: number }
}

/** The second tier, shared with other servers. No method rejects: while the tier is down it behaves as an empty one. */
export type SharedStore = {
  get: (key: string) => Promise<readonly Entry[]>
  set: (entry: Entry) => Promise<void>
  delete: (key: string) => Promise<void>
  /**
   * Resolves with the number of purged keys; 0 for `all`. A prefix names a method, a path and optionally a query. While
   * the tier is down the purge is queued, and sent on reconnection.
   */
  purge: (target: PurgeTarget, mode: PurgeMode) => Promise<number>
  /** The content that this server serves now. Responses of servers with other content are neither read nor stored. */
  setContent: (version: string) => Promise<void>
  /** Called for the purges of other servers, including those during a lost connection. */
  onPurge: (listener: PurgeListener) => void
  close: () => Promise<void>
}
