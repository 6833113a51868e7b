// The theme that the visitor chose, before the first paint; later the buttons that choose it.

export function keepTheme() {
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
