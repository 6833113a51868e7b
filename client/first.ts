// Stands in every document, because it has work before the first paint and is shorter than a request for it.

function keepTheme() {
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

/** A picture of the first view that hangs does not keep the others away. */
const mostMs = 3000

/**
 * Pictures further down would take their share of a narrow line; styles/picture.css keeps browsers from fetching them. A page
 * without its styles would be laid out for nothing, where a touch asks what is under it; styles/reset.css shows it. And half of
 * the time before the first paint goes into text that nobody sees yet; styles/home.css leaves it for later, unless a place
 * further down is asked for, which has to be where it will be.
 */
function holdTheRest() {
  const root = document.documentElement
  const release = () => {
    delete root.dataset['loading']
    root.hidden = false
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  root.dataset['loading'] = entry?.type === 'navigate' && !location.hash ? 'top' : ''
  root.hidden = true
  // The second frame begins when the first one has been made.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(release)))
  setTimeout(release, mostMs)
}

keepTheme()
holdTheRest()
