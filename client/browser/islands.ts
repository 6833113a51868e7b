// Islands of a page that came as a payload: their HTML is fetched when they come near the viewport.
import { withDeadline } from './deadline.ts'
import { setHtml } from './trusted-html.ts'

/** How far below the viewport a block is fetched. */
const nearPx = 400
const mostLoaded = 20

/** The returned function looks for the islands of a new page. */
export function installIslands(): () => void {
  const loaded = new Map<string, string>()

  const load = async (element: HTMLElement, url: string) => {
    try {
      const html = await withDeadline((signal) => fetchIsland(url, signal))
      loaded.set(url, html)
      const [oldest] = loaded.keys()
      if (loaded.size > mostLoaded && oldest !== undefined) loaded.delete(oldest)
      setHtml(element, html)
    } catch (error) {
      if (element.isConnected) console.error('island:', error)
      const notice = element.querySelector('p')
      if (notice)
        Object.assign(notice, { className: 'quiet', textContent: element.dataset['islandFailed'] ?? '' })
    }
  }

  return () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-island-url]')) {
      const url = element.dataset['islandUrl'] ?? ''
      const html = loaded.get(url)
      if (html === undefined) whenNear(element, () => void load(element, url))
      else setHtml(element, html)
    }
  }
}

export async function fetchIsland(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { cache: 'no-cache', redirect: 'error', signal })
  if (!response.ok) throw new Error(`island ${response.status}: ${url.split('?')[0]}`)
  return ((await response.json()) as { html: string }).html
}

function whenNear(element: Element, callback: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: `${nearPx}px` },
  )
  observer.observe(element)
}
