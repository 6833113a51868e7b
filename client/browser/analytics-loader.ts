// Loads web analytics when the page is idle, if the site has it and the visitor has not opted out.
import type { Analytics } from '../../shared/analytics.ts'
import { whenIdle } from './idle.ts'
import { isOptedOut } from './opt-out.ts'
import { trustedAnalyticsUrl } from './trusted-html.ts'

/** Returns a function that reports the current page, to be called after each navigation. */
export function loadAnalyticsWhenIdle(analytics: Analytics | undefined): () => void {
  let report = () => {}
  if (analytics && !isOptedOut())
    whenIdle(() => {
      import('./analytics.ts').then(
        ({ startAnalytics }) => {
          report = startAnalytics(analytics, trustedAnalyticsUrl(analytics.script))
        },
        (error) => console.error(error),
      )
    })
  return () => report()
}
