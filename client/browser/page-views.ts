// Page views: reported where the site has web analytics and the visitor has not opted out.
import type { PageSettings } from '../../shared/payload.ts'
import { whenIdle } from './idle.ts'
import { isOptedOut } from './opt-out.ts'
import { trustedAnalyticsUrl } from './trusted-html.ts'

/** Returns a function that reports the current page, to be called after each navigation. */
export function reportPageViews({ analytics, preview }: PageSettings): () => void {
  let report = () => {}
  if (analytics && !preview && !isOptedOut())
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
