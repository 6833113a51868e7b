// Web analytics: the configured script, loaded when the browser is idle, unless the visitor has opted out.
import type { PageSettings } from '../../shared/payload.ts'
import { whenIdle } from './idle.ts'
import { newElement } from './new-element.ts'
import { isOptedOut } from './opt-out.ts'
import { trustedAnalyticsUrl } from './trusted-html.ts'

export function loadAnalytics({ analytics }: PageSettings): void {
  if (!analytics || isOptedOut()) return
  whenIdle(() => {
    const element = newElement('script', analytics.attributes)
    element.async = true
    element.src = trustedAnalyticsUrl(analytics.script)
    document.head.append(element)
  })
}
