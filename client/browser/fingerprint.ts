// Visitor id (fingerprint): loaded when the page is idle, stored for the session, sent with the form.

import { isOptedOut } from './analytics.ts'
import { whenIdle } from './idle.ts'

const storageKey = 'fingerprint'
/** Delay after the start, so that the first interactions on a slow phone are not blocked. */
const delayMs = 5000

/** Loads the id once a session. */
export function loadFingerprintLater(): void {
  try {
    if (sessionStorage.getItem(storageKey) || isOptedOut()) return
  } catch {
    // Storage is blocked: the id would be lost.
    return
  }
  setTimeout(() => whenIdle(() => void storeId()), delayMs)
}

async function storeId(): Promise<void> {
  try {
    const { readVisitorId } = await import('./fingerprint-agent.ts')
    sessionStorage.setItem(storageKey, await readVisitorId())
  } catch (error) {
    console.error('无法获取浏览器指纹', error)
  }
}
