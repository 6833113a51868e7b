// The seam between this server and the owner of the content: a real upstream or the embedded content API.
import type { Readable } from 'node:stream'
import type { CallName } from '../../shared/api/calls.ts'

/** One request. `path` starts with `/` and has its query; header names are lower case. */
export type OriginRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | Readable
  signal?: AbortSignal
  /** May be sent a second time: it only reads. GET, HEAD and OPTIONS always may. */
  repeatable?: boolean
  /** Whether several visitors wait for this one answer by now. */
  hasWaiters?: () => boolean
  /** Nobody waits: of a cache, rather a new answer than a stale one at once. */
  prefersFresh?: boolean
}

/** One answer. A `Buffer` body is whole; a stream has to be read or destroyed by its receiver. */
export type OriginResponse = {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer | Readable
}

/** Rejects with OriginError (origin-error.ts) when there is no answer. */
export type Send = (request: OriginRequest) => Promise<OriginResponse>

/** A business call; `other` is every other path, such as media. */
export type OriginCall = CallName | 'other'
/** What a circuit breaker protects: one call, or the `origin` as a whole. */
export type BreakerName = OriginCall | 'origin'
export type BreakerState = 'closed' | 'half-open' | 'open'

/** Of the circuit breakers in front of an upstream, at this moment. */
export type BreakerStates = () => { name: BreakerName; state: BreakerState }[]

export type Origin = {
  send: Send
  close: () => Promise<void>
  breakerStates?: BreakerStates
  /** Where the origin can tell that its content changed; returns what ends the telling. */
  onChange?: (listener: () => void) => () => void
}
