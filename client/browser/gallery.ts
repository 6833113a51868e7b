// Gallery: arrows, arrow keys and thumbnails scroll to a picture; the thumbnail of the visible one is current.

export function watchGalleries(): void {
  // Before the link handler of the page: a thumbnail is not a navigation.
  document.addEventListener('click', onClick, { capture: true })
  document.addEventListener('keydown', onKey)
  document.addEventListener('scroll', markCurrent, { capture: true, passive: true })
}

function onClick(event: MouseEvent): void {
  const control = event.target instanceof Element ? event.target.closest('.gallery-bar :is(a, button)') : null
  const gallery = control?.closest('.gallery-bar')?.previousElementSibling
  if (!control || !gallery) return
  event.preventDefault()
  if (control instanceof HTMLAnchorElement) show(gallery, Number(control.hash.split('-').at(-1)))
  else step(gallery, control.matches('.icon-next') ? 1 : -1)
}

function onKey(event: KeyboardEvent): void {
  const gallery = event.target
  if (!(gallery instanceof Element) || !gallery.matches('.gallery')) return
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  step(gallery, by)
}

/** After the last picture comes the first one. */
function step(gallery: Element, by: number): void {
  const count = gallery.children.length
  show(gallery, (currentOf(gallery) + by + count) % count)
}

/** Smooth where the stylesheet says so. */
function show(gallery: Element, index: number): void {
  gallery.scrollTo({ left: (gallery.scrollWidth / gallery.children.length) * index })
}

function currentOf(gallery: Element): number {
  return Math.round((gallery.scrollLeft * gallery.children.length) / gallery.scrollWidth)
}

function markCurrent({ target }: Event): void {
  if (!(target instanceof Element) || !target.matches('.gallery')) return
  const thumbnails = target.parentElement?.querySelectorAll('.gallery-bar a') ?? []
  const current = currentOf(target)
  for (const [index, link] of [...thumbnails].entries())
    link.setAttribute('aria-current', String(index === current))
}
