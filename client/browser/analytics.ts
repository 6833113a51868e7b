// Web analytics: the configured script, and an event for it after each in-app navigation. Off for visitors who have opted out
// (Do Not Track, Global Privacy Control), and where drafts are shown.
import type { PageSettings } from '../../shared/payload.ts'
import { whenIdle } from './idle.ts'
import { newElement } from './new-element.ts'
import { trustedAnalyticsUrl } from './trusted-html.ts'

/** The returned function is called after each in-app navigation. */
export function installAnalytics({ analytics, showDrafts }: PageSettings): () => void {
  if (showDrafts || isOptedOut()) return () => {}
  if (analytics)
    whenIdle(() => {
      const element = newElement('script', analytics.attributes)
      element.src = trustedAnalyticsUrl(analytics.script)
      document.head.append(element)
    })
  let referrer = location.href
  return () => {
    const detail = { address: location.href, title: document.title, referrer }
    referrer = detail.address
    document.dispatchEvent(new CustomEvent('site:pageview', { detail }))
  }
}

export function isOptedOut(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}
