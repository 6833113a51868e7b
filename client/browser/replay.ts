// Clicks that come before React: links and forms answer them by themselves, other buttons are pressed again later.

export type Replay = () => void

/** What a button does without script: submit its form, or open a popover. */
const scripted = 'button[type="button"]:not([popovertarget]):not([commandfor])'

/** Presses again what was pressed too early; to be called once, when React has taken over. */
export function keepEarlyClicks(): Replay {
  const early: HTMLElement[] = []
  const keep = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(scripted) : null
    if (button) early.push(button)
  }
  document.addEventListener('click', keep, { capture: true })
  return () => {
    document.removeEventListener('click', keep, { capture: true })
    for (const button of early) button.click()
  }
}
