// The page's modules are named in the document, each after those that it imports, and fetched when it has been painted.

const named = 'link[rel="modulepreload"]'

/** A new element for each: not every browser looks again at one that did not apply. */
export function fetchPreloads() {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`${named}[media]`)) {
    const lifted = link.cloneNode() as HTMLLinkElement
    lifted.removeAttribute('media')
    link.replaceWith(lifted)
  }
}

/** One after another, so that the browser can answer the visitor between them. */
export async function runPreloads() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(named)) await import(href)
}
