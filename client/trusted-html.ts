// HTML that this site's server made or sanitised, as browsers want it that take no mere text for HTML (Trusted Types).
import { useMemo } from 'react'

type Policy = { createHTML: (html: string) => unknown }
type Rules = { createHTML: (html: string) => string | null }
type Factory = { createPolicy: (name: string, rules: Rules) => Policy }

/** What packages write by themselves: React's script element, and the frame in which the fingerprint measures. */
const ofPackages = [
  '<script></script>',
  '<!doctype html><html><head><meta name="viewport" content="width=device-width, initial-scale=1">',
]

const { trustedTypes } = globalThis as { trustedTypes?: Factory }
const site = trustedTypes?.createPolicy('site', { createHTML: (html) => html })
// All other texts stay refused wherever HTML is wanted, and every text where a script is.
trustedTypes?.createPolicy('default', { createHTML: (html) => (ofPackages.includes(html) ? html : null) })

/** Only for HTML that this server made or sanitised. */
export function trustedHtml<Html extends string>(html: Html): Html {
  return site ? (site.createHTML(html) as Html) : html
}

/** For `dangerouslySetInnerHTML`: the same object as long as the HTML is the same, so that React leaves it alone. */
export function useTrustedHtml(html: string): { __html: string } {
  return useMemo(() => ({ __html: trustedHtml(html) }), [html])
}
