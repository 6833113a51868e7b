// The visitor id: loaded when the page is idle, kept for the session, sent with business calls.
import { whenIdle } from './idle.ts'

const storageKey = 'fingerprint'
/** After hydration: what a visitor does first on a slow phone comes before its measuring. */
const quietMs = 5000

export type Fingerprint = {
  /** The id, or '' while there is none. */
  visitorId: () => string
  loadWhenIdle: () => void
}

export function createFingerprint(): Fingerprint {
  let id = stored()
  return {
    visitorId: () => id,
    loadWhenIdle() {
      if (id || refused()) return
      const load = () => {
        readId().then(
          (visitorId) => {
            id = visitorId
            store(visitorId)
          },
          (error) => console.error('无法获取浏览器指纹', error),
        )
      }
      setTimeout(() => whenIdle(load), quietMs)
    },
  }
}

async function readId(): Promise<string> {
  const { readVisitorId } = await import('./fingerprint-agent.ts')
  return readVisitorId()
}

/** Do Not Track and Global Privacy Control leave the id unset. */
function refused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}

function stored(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

function store(id: string) {
  try {
    sessionStorage.setItem(storageKey, id)
  } catch {
    // Storage is blocked: the id lives as long as the page.
  }
}
