// Trusted Types: policies for HTML that this site's server rendered or sanitised. Only the program itself imports this file,
// because a policy is created once.

/** HTML that a package writes: the iframe of the fingerprint library. */
const ofPackages =
  '<!doctype html><html><head><meta name="viewport" content="width=device-width, initial-scale=1">'

type Policy<Result> = Record<'createHTML' | 'createScriptURL', (text: string) => Result>
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Partial<Policy<string | null>>) => Policy<string> }
}
const site = trustedTypes?.createPolicy('site', {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
})
// Any other string is rejected at HTML sinks, and every string at script sinks.
trustedTypes?.createPolicy('default', { createHTML: (html) => (html === ofPackages ? html : null) })

/** Writes HTML that this server rendered into an element. The only sink. */
export function setHtml(element: Element, html: string): void {
  element.innerHTML = site?.createHTML(html) ?? html
}

/** The URL of the configured analytics script, which the content security policy names, too. */
export function trustedAnalyticsUrl(url: string): string {
  return site?.createScriptURL(url) ?? url
}
