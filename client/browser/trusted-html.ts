// Trusted Types: policies for HTML that this site's server rendered or sanitised. Only the program itself imports this file,
// because a policy is created once.

type Policy = { createHTML: (html: string) => unknown; createScriptURL: (url: string) => unknown }
type Rules = { createHTML: (html: string) => string | null; createScriptURL?: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Rules) => Policy }

/** HTML that a package writes: the iframe of the fingerprint library. */
const ofPackages =
  '<!doctype html><html><head><meta name="viewport" content="width=device-width, initial-scale=1">'

const { trustedTypes } = globalThis as { trustedTypes?: Factory }
const site = trustedTypes?.createPolicy('site', {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
})
// Any other string is rejected at HTML sinks, and every string at script sinks.
trustedTypes?.createPolicy('default', { createHTML: (html) => (html === ofPackages ? html : null) })

/** Writes HTML that this server rendered into an element. The only sink. */
export function setHtml(element: Element, html: string): void {
  element.innerHTML = site ? (site.createHTML(html) as string) : html
}

/** Only for the script of the configured analytics system; the content security policy names the same URL. */
export function trustedAnalyticsUrl(url: string): string {
  return site ? (site.createScriptURL(url) as string) : url
}
