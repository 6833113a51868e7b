// Page code that cannot be loaded is a document load of the target, but not again and again.
import { reloadGuardMs } from '../../shared/constants.ts'
import { readSession, writeSession } from './storage.ts'

const key = 'reloads'

/** Once for each path in the guard's time, and never where that cannot be remembered. */
export function mayReload(path: string, now = Date.now()): boolean {
  const times = (readSession(key) ?? {}) as Record<string, number>
  const recent = Object.entries(times).filter(([, time]) => now - time < reloadGuardMs)
  if (recent.some(([known]) => known === path)) return false
  return writeSession(key, { ...Object.fromEntries(recent), [path]: now })
}
