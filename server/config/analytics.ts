// Settings of web analytics: their problems, and what they mean.
import Type, { type Static } from 'typebox'
import { analyticsOf, analyticsSystems, analyticsTable } from '../../shared/analytics.ts'
import type { Analytics } from '../../shared/payload.ts'
import { withoutSlash } from '../base/without-slash.ts'

const settings = {
  ANALYTICS: Type.String({
    default: 'off',
    pattern: '^(off|matomo|plausible|umami|baidu)$',
    description: 'Web analytics: matomo, plausible, umami, baidu or off',
  }),
  ANALYTICS_URL: Type.String({
    default: '',
    pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1)(:|/|$))[A-Za-z0-9._~%/:-]*$|^$',
    expected: 'an https URL without a query, like https://stats.example.com',
    description: 'Analytics server; empty: the hosted service',
  }),
  ANALYTICS_SITE: Type.String({
    default: '',
    pattern: '^[A-Za-z0-9./:_-]*$',
    expected: 'letters, digits, ., /, :, _ and -',
    description: 'Id of this site in the analytics system',
  }),
}
const schema = Type.Object({ ...settings, SITE_URL: Type.String() })
type Values = Static<typeof schema>

export const analytics = { settings, problem, read }

function systemOf({ ANALYTICS }: Values) {
  return analyticsSystems.find((system) => system === ANALYTICS)
}

/** Plausible names a site by its domain. */
function siteOf(values: Values): string {
  const isDomain = values.ANALYTICS === 'plausible' && URL.canParse(values.SITE_URL)
  return values.ANALYTICS_SITE || (isDomain ? new URL(values.SITE_URL).hostname : '')
}

function problem(name: string, values: Values): string | undefined {
  const system = systemOf(values)
  const row = system && analyticsTable[system]
  if (name === 'ANALYTICS_URL' && row && !values.ANALYTICS_URL && !row.hosted)
    return `must be set, because ANALYTICS is ${system}`
  if (name === 'ANALYTICS_URL' && values.ANALYTICS_URL && !URL.canParse(values.ANALYTICS_URL))
    return 'is not a URL'
  if (name === 'ANALYTICS_URL' && system === 'baidu' && values.ANALYTICS_URL)
    return 'must be empty, because ANALYTICS is baidu'
  if (name === 'ANALYTICS_SITE' && row && !row.site.test(siteOf(values))) return `must be ${row.siteIs}`
  return undefined
}

function read(values: Values): { analytics: Analytics | undefined } {
  const system = systemOf(values)
  const url = withoutSlash(values.ANALYTICS_URL)
  return { analytics: system && analyticsOf(system, url, siteOf(values)) }
}
