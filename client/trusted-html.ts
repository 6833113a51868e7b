// Trusted Types: policies for HTML that this site's server rendered or sanitised.
import { useMemo } from 'react'

type Policy = { createHTML: (html: string) => unknown; createScriptURL: (url: string) => unknown }
type Rules = { createHTML: (html: string) => string | null; createScriptURL?: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Rules) => Policy }

/** HTML that packages write: React's script element, and the iframe of the fingerprint library. */
const ofPackages = [
  '<script></script>',
  '<!doctype html><html><head><meta name="viewport" content="width=device-width, initial-scale=1">',
]

const { trustedTypes } = globalThis as { trustedTypes?: Factory }
const site = trustedTypes?.createPolicy('site', {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
})
// Any other string is rejected at HTML sinks, and every string at script sinks.
trustedTypes?.createPolicy('default', { createHTML: (html) => (ofPackages.includes(html) ? html : null) })

/** Only for HTML that this server rendered or sanitised. */
export function trustedHtml<Html extends string>(html: Html): Html {
  return site ? (site.createHTML(html) as Html) : html
}

/** Only for the script of the configured analytics system; the content security policy names the same URL. */
export function trustedAnalyticsUrl(url: string): string {
  return site ? (site.createScriptURL(url) as string) : url
}

/** For `dangerouslySetInnerHTML`: the same object for the same HTML, so that React does not write it again. */
export function useTrustedHtml(html: string): { __html: string } {
  return useMemo(() => ({ __html: trustedHtml(html) }), [html])
}
