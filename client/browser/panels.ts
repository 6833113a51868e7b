// Panels of the header and the finder's sheet: the search field has the focus when its panel opens, and a panel closes when the focus leaves it, or when
// a link leads to a part of the page. Other links close them with the page.
// Escape and a click outside close popovers without script.

const openPanels = ':is(.site-header, .finder) [popover]:popover-open'

export function installPanels() {
  for (const panel of document.querySelectorAll<HTMLElement>(openPanels)) focusField(panel)
  // Toggle events do not bubble.
  document.addEventListener('toggle', ({ target }) => focusField(target as HTMLElement), { capture: true })
  document.addEventListener('focusin', ({ target }) => {
    for (const panel of document.querySelectorAll<HTMLElement>(openPanels))
      if (!isPartOf(panel, target as Element)) panel.hidePopover()
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[popover] a[href*="#"]')) return
    for (const panel of document.querySelectorAll<HTMLElement>(openPanels)) panel.hidePopover()
  })
}

function focusField(panel: HTMLElement) {
  if (panel.matches(openPanels)) panel.querySelector<HTMLInputElement>('[type="search"]')?.focus()
}

/** In the panel, in a panel inside it, or the button that opens it. */
function isPartOf(panel: HTMLElement, target: Element): boolean {
  return panel.contains(target) || target.getAttribute('popovertarget') === panel.id
}
