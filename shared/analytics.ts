// Web analytics: the systems that the site can report page views to, and the addresses each of them uses.
import type { Analytics } from './payload.ts'

export const analyticsSystems = ['matomo', 'plausible', 'umami', 'baidu'] as const
export type AnalyticsSystem = (typeof analyticsSystems)[number]

type Row = {
  /** The system's hosted service; '' where every owner has a server of their own. */
  hosted: string
  addresses: (base: string, site: string) => Pick<Analytics, 'script' | 'collector'>
  site: RegExp
  siteIs: string
}

/** Umami Cloud: the script is on one host and sends to another. */
const umamiCloud = { script: 'https://cloud.umami.is', collector: 'https://gateway.umami.is' }

export const analyticsTable: Record<AnalyticsSystem, Row> = {
  matomo: {
    hosted: '',
    addresses: (base) => ({ script: `${base}/matomo.js`, collector: `${base}/matomo.php` }),
    site: /^[1-9]\d{0,8}$/,
    siteIs: 'the number of the website in Matomo',
  },
  plausible: {
    hosted: 'https://plausible.io',
    addresses: (base) => ({ script: `${base}/js/script.manual.js`, collector: `${base}/api/event` }),
    site: /^[A-Za-z0-9][A-Za-z0-9./:_-]{0,252}$/,
    siteIs: 'the domain of the site in Plausible',
  },
  umami: {
    hosted: umamiCloud.script,
    addresses: (base) => ({
      script: `${base}/script.js`,
      collector: `${base === umamiCloud.script ? umamiCloud.collector : base}/api/send`,
    }),
    site: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
    siteIs: 'the website id (a UUID) in Umami',
  },
  baidu: {
    hosted: 'https://hm.baidu.com',
    addresses: (base, site) => ({ script: `${base}/hm.js?${site}`, collector: `${base}/hm.gif` }),
    site: /^[0-9a-f]{32}$/,
    siteIs: 'the 32 characters after hm.js? in the code of Baidu Tongji',
  },
}

export function analyticsOf(system: AnalyticsSystem, base: string, site: string): Analytics {
  const { hosted, addresses } = analyticsTable[system]
  return { system, site, ...addresses(base || hosted, site) }
}
