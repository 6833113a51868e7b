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

/** Outcome of a fill: stored in the shared tier; failed; or not shareable. */
export type FillOutcome = 'filled' | 'failed' | 'unshared'
/** Outcome of the wait for another server's fill; `abandoned`: its lock expired without a message. */
export type WaitOutcome = FillOutcome | 'abandoned'

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
  /** Takes the lock of a key for `ms` at most. True where this server holds it, and while the tier is down. */
  claimRefresh: (key: string, ms: number) => Promise<boolean>
  /** Releases the lock and notifies waiting servers; to be called after `set`. */
  release: (key: string, outcome: FillOutcome) => Promise<void>
  /** Waits for another server's fill of this key; `failed` after `ms`. */
  awaitFill: (key: string, ms: number) => Promise<WaitOutcome>
  close: () => Promise<void>
}
