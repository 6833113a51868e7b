// First script: inline in every document, because it runs before the first paint and is shorter than a request for it.

const root = document.documentElement
const choices = '[data-theme-choice]'

function applyTheme() {
  const show = (choice?: string) => {
    try {
      if (choice) localStorage['theme'] = choice
      else choice = localStorage['theme'] as string
    } catch {}
    choice ??= 'system'
    root.dataset['theme'] = choice
    for (const button of document.querySelectorAll<HTMLElement>(choices))
      button.ariaPressed = `${button.dataset['themeChoice'] === choice}`
  }
  show()
  addEventListener('DOMContentLoaded', () => show())
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>(choices)
    if (button) show(button.dataset['themeChoice'])
  })
}

/**
 * Three things wait until the first view is loaded: images below the fold are not fetched, because they would take bandwidth from it
 * (styles/picture.css); the page is not laid out before its stylesheet is there (styles/reset.css); sections below the
 * fold are not laid out, which takes half of the time to first paint (styles/home.css), unless the URL has a hash or the
 * scroll position is restored: then the layout has to be final.
 */
function deferBelowFold() {
  const release = () => {
    delete root.dataset['loading']
    root.hidden = false
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  root.dataset['loading'] = entry?.type === 'navigate' && !location.hash ? 'top' : ''
  root.hidden = true
  // Not before the first paint: `load` often precedes it, and then pictures below the fold compete with it (Lighthouse mobile,
  // home page: largest contentful paint 1061 or 1211 ms, by chance). The frame callback lets the first picture be painted.
  addEventListener('load', () =>
    requestAnimationFrame(() => new PerformanceObserver(release).observe({ type: 'paint', buffered: true })),
  )
  // Limit, so that one image that hangs does not hold back the others.
  const mostMs = 3000
  setTimeout(release, mostMs)
}

applyTheme()
deferBelowFold()
