// What becomes of a navigation that failed.

import { reloadGuardMs } from '../../shared/constants.ts'
import { isApiError, type ShownError, shownError } from '../../shared/errors.ts'
import { readSession, writeSession } from './storage.ts'

/**
 * `document`: the server can show what we cannot. `stay`: nobody answered, so the page that is there remains.
 * `error`: the error page, in place.
 */
export type Failure = { kind: 'document' } | { kind: 'stay' } | { kind: 'error'; shown: ShownError }

export function failureOf(error: unknown, url: string): Failure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NeedsDocument') return { kind: 'document' }
  if (name === 'ChunkError' && mayReload(url)) return { kind: 'document' }
  if (isApiError(error) && (error.kind === 'network' || error.kind === 'timeout')) return { kind: 'stay' }
  return { kind: 'error', shown: shownError(error, url) }
}

const key = 'reloads'

/** Once for each path in the guard's time, and never where that cannot be remembered. */
function mayReload(path: string, now = Date.now()): boolean {
  const times = (readSession(key) ?? {}) as Record<string, number>
  const recent = Object.entries(times).filter(([, time]) => now - time < reloadGuardMs)
  if (recent.some(([known]) => known === path)) return false
  return writeSession(key, { ...Object.fromEntries(recent), [path]: now })
}
