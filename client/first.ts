// First script: inline in every document, because it runs before the first paint and is shorter than a request for it.

function applyTheme() {
  const show = (choice?: string) => {
    try {
      if (choice) localStorage['theme'] = choice
      else choice = localStorage['theme'] as string
    } catch {}
    choice ??= 'system'
    document.documentElement.dataset['theme'] = choice
    for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]'))
      button.ariaPressed = `${button.dataset['themeChoice'] === choice}`
  }
  show()
  addEventListener('DOMContentLoaded', () => show())
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-theme-choice]')
    if (button) show(button.dataset['themeChoice'])
  })
}

/** Limit, so that one image that hangs does not hold back the others. */
const mostMs = 3000

/**
 * Until the first view is loaded: images below the fold are not fetched, because they would take bandwidth from it
 * (styles/picture.css); the page is not laid out before its stylesheet is there (styles/reset.css); sections below the
 * fold are not laid out, which takes half of the time to first paint (styles/home.css), unless the URL has a hash or the
 * scroll position is restored: then the layout has to be final.
 */
function deferBelowFold() {
  const root = document.documentElement
  const release = () => {
    delete root.dataset['loading']
    root.hidden = false
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  root.dataset['loading'] = entry?.type === 'navigate' && !location.hash ? 'top' : ''
  root.hidden = true
  // The second frame callback runs after the first frame was produced.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(release)))
  setTimeout(release, mostMs)
}

applyTheme()
deferBelowFold()
