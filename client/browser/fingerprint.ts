// Visitor id (fingerprint): loaded when the page is idle, stored for the session, sent with business calls.
import { whenIdle } from './idle.ts'
import { isOptedOut } from './opt-out.ts'

const storageKey = 'fingerprint'
/** Delay after hydration, so that the first interactions on a slow phone are not blocked. */
const delayMs = 5000

export type Fingerprint = {
  /** The id, or '' before it is loaded. */
  visitorId: () => string
  loadWhenIdle: () => void
}

export function createFingerprint(): Fingerprint {
  let id = stored()
  return {
    visitorId: () => id,
    loadWhenIdle() {
      if (id || isOptedOut()) return
      const load = () => {
        readId().then(
          (visitorId) => {
            id = visitorId
            store(visitorId)
          },
          (error) => console.error('无法获取浏览器指纹', error),
        )
      }
      setTimeout(() => whenIdle(load), delayMs)
    },
  }
}

async function readId(): Promise<string> {
  const { readVisitorId } = await import('./fingerprint-agent.ts')
  return readVisitorId()
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
    // Storage is blocked: the id is lost with the document.
  }
}
