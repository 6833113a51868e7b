// Web analytics: loads the configured system's script and reports page views. A chunk of its own, loaded when idle.
import type { AnalyticsSystem } from '../../shared/analytics.ts'
import type { Analytics } from '../../shared/payload.ts'
import { newElement } from './new-element.ts'

/** `url` and `referrer` are absolute; `referrer` is '' where there is none. */
type PageView = { url: string; title: string; referrer: string }

type Tracker = {
  /** Attributes of the script element. */
  attributes?: (analytics: Analytics) => Record<string, string>
  /** Before the script runs. */
  prepare?: (analytics: Analytics) => void
  /** Called when the script has run. */
  report: (view: PageView) => void
}

type Command = (string | number | boolean)[]
type Globals = {
  _paq?: { push: (command: Command) => void }
  _hmt?: { push: (command: Command) => void }
  plausible?: (event: string, options: { u: string }) => void
  umami?: { track: (view: (known: object) => object) => void }
}

const globals = globalThis as Globals

/** Each system's documented interface for single-page applications; the page view is reported by this site alone. */
const trackers: Record<AnalyticsSystem, Tracker> = {
  matomo: {
    prepare({ collector, site }) {
      const commands: Command[] = [
        ['setTrackerUrl', collector],
        ['setSiteId', site],
        ['setDoNotTrack', true],
        ['disableCookies'],
        ['enableLinkTracking'],
      ]
      globals._paq = commands
    },
    report({ url, title, referrer }) {
      globals._paq?.push(['setCustomUrl', url])
      globals._paq?.push(['setReferrerUrl', referrer])
      globals._paq?.push(['setDocumentTitle', title])
      globals._paq?.push(['trackPageView'])
    },
  },
  plausible: {
    attributes: ({ site, collector }) => ({ 'data-domain': site, 'data-api': collector }),
    report: ({ url }) => globals.plausible?.('pageview', { u: url }),
  },
  umami: {
    attributes: ({ site, collector }) => ({
      'data-website-id': site,
      'data-host-url': new URL(collector).origin + new URL(collector).pathname.replace(/\/api\/send$/, ''),
      'data-auto-track': 'false',
      'data-do-not-track': 'true',
    }),
    report: ({ url, title, referrer }) =>
      globals.umami?.track((known) => ({ ...known, url, title, referrer })),
  },
  baidu: {
    prepare: () => {
      const commands: Command[] = [['_setAutoPageview', false]]
      globals._hmt = commands
    },
    // Baidu takes a path.
    report: ({ url }) => globals._hmt?.push(['_trackPageview', url.slice(new URL(url).origin.length)]),
  },
}

/** Reports the current page, and with each call of the returned function the one that is current then. `script`: its trusted URL. */
export function startAnalytics(analytics: Analytics, script: string): () => void {
  // The server has checked that the configured system is in the table.
  const tracker = trackers[analytics.system as AnalyticsSystem]
  let last = ''
  const report = () => {
    const url = reportedUrl(location.href)
    if (url === last) return
    const view = { url, title: document.title, referrer: last || document.referrer }
    last = url
    void loaded.then(
      () => tracker.report(view),
      () => {},
    )
  }
  tracker.prepare?.(analytics)
  const loaded = loadScript(script, tracker.attributes?.(analytics) ?? {})
  // A content blocker or a dead server: the page works without.
  loaded.catch((error) => console.warn(error))
  report()
  return report
}

function loadScript(url: string, attributes: Record<string, string>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const element = newElement('script', attributes)
  element.addEventListener('load', () => resolve())
  element.addEventListener('error', () => reject(new Error('the analytics script could not be loaded')))
  element.async = true
  element.src = url
  document.head.append(element)
  return promise
}

/** Parameters of campaigns, and the page of a list. Others may hold what a visitor typed. */
const reported = /^(page|utm_\w+|mtm_\w+|pk_\w+)$/

function reportedUrl(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const kept = [...searchParams].filter(([name]) => reported.test(name))
  const search = new URLSearchParams(kept).toString()
  return origin + pathname + (search && `?${search}`)
}
