// Where entries are kept. Memory is a store; Redis behind memory is another.
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import type { Entry } from './entry.ts'

export type PurgeListener = (target: PurgeTarget, mode: PurgeMode) => void

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

/** What became of a fill: there for all, of no use to anybody, or of use to the one who asked alone. */
export type FillOutcome = 'filled' | 'failed' | 'unshared'
/** What a waiting server learns; `abandoned`: the one that was to fill is gone without a word. */
export type WaitOutcome = FillOutcome | 'abandoned'

/** The second tier, shared with other servers. Nothing in it rejects: a tier that is down is an empty one. */
export type SharedStore = {
  get: (key: string) => Promise<readonly Entry[]>
  set: (entry: Entry) => Promise<void>
  delete: (key: string) => Promise<void>
  /**
   * How many keys it met; for `all` it does not count. A prefix names a method, a path and perhaps a query. While the
   * tier is down the purge is kept, and done as soon as it is back.
   */
  purge: (target: PurgeTarget, mode: PurgeMode) => Promise<number>
  /** Hears of the purges of other servers, those included that were missed while the tier was down. */
  onPurge: (listener: PurgeListener) => void
  /** True where this server is the one to refresh a key now, for `ms` at most; true as well when the tier is down. */
  claimRefresh: (key: string, ms: number) => Promise<boolean>
  /** Gives a claimed key back and tells those who wait; after `set`, where something was stored. */
  release: (key: string, outcome: FillOutcome) => Promise<void>
  /** Waits for another server's fill of this key, `ms` at most: then it counts as failed. */
  awaitFill: (key: string, ms: number) => Promise<WaitOutcome>
  close: () => Promise<void>
}
