// Settings of web analytics: their problems, and what they mean.
import { type Analytics, analyticsOf, analyticsSystems, analyticsTable } from '../../shared/analytics.ts'
import { withoutSlash } from '../base/without-slash.ts'
import type { SettingName, Settings } from './schema.ts'

function analyticsSystem({ ANALYTICS }: Settings) {
  return analyticsSystems.find((system) => system === ANALYTICS)
}

/** Plausible names a site by its domain. */
function analyticsSite(values: Settings): string {
  const isDomain = values.ANALYTICS === 'plausible' && URL.canParse(values.SITE_URL)
  return values.ANALYTICS_SITE || (isDomain ? new URL(values.SITE_URL).hostname : '')
}

export function analyticsProblem(name: SettingName, values: Settings): string | undefined {
  const system = analyticsSystem(values)
  const row = system && analyticsTable[system]
  if (name === 'ANALYTICS_URL' && row && !values.ANALYTICS_URL && !row.hosted)
    return `must be set, because ANALYTICS is ${system}`
  if (name === 'ANALYTICS_URL' && values.ANALYTICS_URL && !URL.canParse(values.ANALYTICS_URL))
    return 'is not a URL'
  if (name === 'ANALYTICS_URL' && system === 'baidu' && values.ANALYTICS_URL)
    return 'must be empty, because ANALYTICS is baidu'
  if (name === 'ANALYTICS_SITE' && row && !row.site.test(analyticsSite(values)))
    return `must be ${row.siteIs}`
  return undefined
}

export function analyticsFrom(values: Settings): Analytics | undefined {
  const system = analyticsSystem(values)
  return system && analyticsOf(system, withoutSlash(values.ANALYTICS_URL), analyticsSite(values))
}
