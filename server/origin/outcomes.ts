// What an attempt at a request to the origin says about the origin and about its call.
import type { OriginRequest } from '../base/origin.ts'
import type { Outcome } from './breaker.ts'
import { isUnreachable } from './connections.ts'

/** The outcome of an attempt for the breaker of the origin, and for that of the call. */
export type Outcomes = { origin: Outcome; call: Outcome }

export const outcomes = {
  succeeded: { origin: 'success', call: 'success' },
  failed: { origin: 'success', call: 'failure' },
  silent: { origin: 'none', call: 'failure' },
  disconnected: { origin: 'failure', call: 'none' },
  unreachable: { origin: 'outage', call: 'none' },
  abandoned: { origin: 'none', call: 'none' },
} as const satisfies Record<string, Outcomes>

const brokenConnection: unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** Of an attempt that failed. */
export function outcomeOf(error: unknown, { signal, body }: OriginRequest): Outcomes {
  const isUploadBroken = body !== undefined && !Buffer.isBuffer(body) && body.errored !== null
  // The visitor aborted the request or the upload.
  if (signal?.aborted || isUploadBroken) return outcomes.abandoned
  if (isUnreachable(error)) return outcomes.unreachable
  return brokenConnection.includes(codeOf(error)) ? outcomes.disconnected : outcomes.silent
}

const timeouts: unknown[] = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

export function isTimeout(error: unknown): boolean {
  return timeouts.includes(codeOf(error)) || timeouts.includes(codeOf((error as Error | null)?.cause))
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code
}
