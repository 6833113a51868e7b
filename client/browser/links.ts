// Links to pages of this site: a plain click navigates in-app, and those that are visible, hovered, focused or touched are
// prefetched. Links are ordinary elements, also those in rich text and islands.
import { whenIdle } from './idle.ts'
import { chosenLocale, rememberLocale, withAddress } from './language-choice.ts'

/** A file has an extension. A page whose address looks like one is loaded as a document. */
const file = /\.\w+$/

/** Undefined for a link that the browser follows: to another site, a file, a part of this page, or with a target. */
function pageOf(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search, hash } = link
  if (origin !== location.origin || link.target || link.hasAttribute('download') || file.test(pathname))
    return undefined
  if (link.getAttribute('href')?.startsWith('#')) return undefined
  return pathname + search + hash
}

export function followLinks(navigateTo: (to: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const to = link && isPlainClick(event) ? pageOf(link) : undefined
    if (!link || to === undefined) return
    event.preventDefault()
    const locale = chosenLocale(link)
    if (locale) rememberLocale(locale)
    navigateTo(locale ? withAddress(to) : to)
  })
}

/** A click with the primary button, without modifier keys and not yet handled. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !modified && event.button === 0 && !event.defaultPrevented
}

/** `url`: path and query. */
type Want = (url: string, soon: boolean) => void

/** Watches every link to a page of this site, including links added afterwards. */
export function watchLinks(want: Want): void {
  const wantPage = (link: Element | null, soon: boolean) => {
    const [url] = (link instanceof HTMLAnchorElement && pageOf(link)?.split('#')) || []
    if (url) want(url, soon)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(
      type,
      ({ target }) => wantPage(target instanceof Element ? target.closest('a') : null, true),
      { passive: true },
    )
  if ('IntersectionObserver' in window) watchVisible((link) => wantPage(link, false))
}

function watchVisible(want: (link: Element) => void): void {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      whenIdle(() => want(target))
    }
  })
  const watched = new WeakSet<Element>()
  const scan = () => {
    // Pages in the other language are not prefetched because their link is visible.
    for (const link of document.querySelectorAll('a[href]:not([data-locale-switch])')) {
      if (watched.has(link)) continue
      watched.add(link)
      seen.observe(link)
    }
  }
  scan()
  let planned = false
  new MutationObserver(() => {
    if (planned) return
    planned = true
    whenIdle(() => {
      planned = false
      scan()
    })
  }).observe(document.body, { childList: true, subtree: true })
}
