// Panels of the header and the finder's sheet: the search field has the focus when its panel opens, and a panel closes when the focus leaves it, or when
// a link leads to a part of the page. Other links close them with the page.
// Escape and a click outside close popovers without script. A mouse that rests on an entry of the bar opens its panel.

const openPanels = ':is(.site-header, .finder) [popover]:popover-open'
/** A mouse that crosses the menu on its way opens nothing. */
const restMs = 200

export function installPanels() {
  for (const panel of document.querySelectorAll<HTMLElement>(openPanels)) focusField(panel)
  // Toggle events do not bubble.
  document.addEventListener('toggle', ({ target }) => focusField(target as HTMLElement), { capture: true })
  const close = (isLeft: (panel: HTMLElement) => boolean) => {
    for (const panel of document.querySelectorAll<HTMLElement>(openPanels))
      if (isLeft(panel)) panel.hidePopover()
  }
  document.addEventListener('focusin', ({ target }) => close((panel) => !isPartOf(panel, target as Element)))
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[popover] a[href*="#"]')) close(() => true)
  })
  // A search from the results changes their query only, which closes nothing.
  document.addEventListener('submit', ({ target }) => {
    close((panel) => panel.contains(target as Element) && panel.matches('.site-header *'))
  })
  openAtRest()
}

/** The arrow opens nothing: a click there would close the panel again. */
function openAtRest() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let opened: HTMLElement | null | undefined
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    clearTimeout(timer)
    if (pointerType === 'touch' || !(target instanceof Element) || target.closest('.menu-more')) return
    const item = target.closest('.menu-item')
    const panel = item?.querySelector<HTMLElement>('.menu-children')
    timer = setTimeout(() => {
      if (panel === opened) return
      if (opened?.matches(openPanels)) opened.hidePopover()
      opened = undefined
      // In the sheet there are rows instead; a panel with the focus, such as the search, stays.
      const isBar = item?.querySelector('button')?.checkVisibility()
      if (!panel || !isBar || document.querySelector(`${openPanels}:focus-within`)) return
      panel.showPopover()
      opened = panel
    }, restMs)
  })
  document.addEventListener('pointerdown', () => clearTimeout(timer))
}

function focusField(panel: HTMLElement) {
  // The sheet has a search field too: there the keyboard of a phone would cover the menu.
  if (panel.matches('.tools :popover-open')) panel.querySelector<HTMLInputElement>('[type="search"]')?.focus()
}

/** Whether `target` is in the panel, in a panel inside it, or the button that opens it. */
function isPartOf(panel: HTMLElement, target: Element): boolean {
  return panel.contains(target) || target.getAttribute('popovertarget') === panel.id
}
