// Link watcher: reports links that are visible, hovered, focused or touched, for prefetch.
import { whenIdle } from './idle.ts'

type Want = (url: string, soon: boolean) => void

/** Watches every link to a page of this site, including links added afterwards. */
export function watchLinks(want: Want) {
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    const listener = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      const url = link && urlOf(link)
      if (url) want(url, true)
    }
    document.addEventListener(type, listener, { passive: true })
  }
  if ('IntersectionObserver' in window) watchVisible(want)
}

function watchVisible(want: Want) {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      const url = urlOf(target as HTMLAnchorElement)
      if (url) whenIdle(() => want(url, false))
    }
  })
  const watched = new WeakSet<Element>()
  const scan = () => {
    // Pages in the other language are not prefetched because their link is visible.
    for (const link of document.querySelectorAll('a[href^="/"]:not([data-locale-switch])')) {
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

/** Path and query of a link that a click would follow in place. */
function urlOf(link: HTMLAnchorElement): string | undefined {
  const href = link.getAttribute('href') ?? ''
  if (!href.startsWith('/') || link.target || link.hasAttribute('download')) return undefined
  return href.split('#')[0] || undefined
}
