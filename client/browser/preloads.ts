// The page's modules are named in the document, and fetched when it has been painted.

/** A new element for each: not every browser looks again at one that did not apply. */
export function fetchPreloads() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"][media]')) {
    const lifted = link.cloneNode() as HTMLLinkElement
    lifted.removeAttribute('media')
    link.replaceWith(lifted)
  }
}
