// Reload guard: a navigation loads a document once for each path within the guard interval.
import { reloadGuardMs } from '../../shared/constants.ts'
import { readSession, writeSession } from './storage.ts'

const reloadsKey = 'reloads'

/** Never without session storage. */
export function mayReload(path: string, now = Date.now()): boolean {
  const times = (readSession(reloadsKey) ?? {}) as Record<string, number>
  const recent = Object.entries(times).filter(([, time]) => now - time < reloadGuardMs)
  if (recent.some(([known]) => known === path)) return false
  return writeSession(reloadsKey, { ...Object.fromEntries(recent), [path]: now })
}
