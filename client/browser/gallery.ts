// Gallery: arrows, arrow keys and thumbnails scroll to a picture; the thumbnail of the visible one is current. A picture opens
// a dialog (lightbox) with a copy of the gallery that fills the window.
import { newElement } from './new-element.ts'

export function watchGalleries(closeLabel: () => string): void {
  // Before the link handler of the page: neither a picture nor a thumbnail is a navigation.
  document.addEventListener('click', (event) => onClick(event, closeLabel), { capture: true })
  document.addEventListener('keydown', onKey)
  document.addEventListener('scroll', markCurrent, { capture: true, passive: true })
}

function onClick(event: MouseEvent, closeLabel: () => string): void {
  const { target } = event
  const control = target instanceof Element && target.closest<HTMLElement>('.gallery-frame :is(a, button)')
  const gallery = control && galleryOf(control)
  if (!control || !gallery || !isPlainClick(event)) return
  event.preventDefault()
  const index = [...control.parentElement!.querySelectorAll<HTMLElement>('a')].indexOf(control)
  if (control.matches('.gallery > a')) openLightbox(gallery, index, closeLabel())
  else if (index >= 0) show(gallery, index)
  else step(gallery, control.matches('.icon-next') ? 1 : -1)
}

function onKey(event: KeyboardEvent): void {
  const gallery = event.target instanceof Element ? galleryOf(event.target) : null
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!gallery || by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  step(gallery, by)
}

function galleryOf(element: Element): HTMLElement | null | undefined {
  return element.closest('.gallery-frame, .lightbox')?.querySelector('.gallery')
}

/** The next picture; the first one follows the last. */
function step(gallery: HTMLElement, by: number): void {
  const count = gallery.children.length
  show(gallery, (currentOf(gallery) + by + count) % count)
}

/** Smooth where the stylesheet says so. A picture that had the focus passes it on. */
function show(gallery: HTMLElement, index: number, behavior: ScrollBehavior = 'auto'): void {
  gallery.scrollTo({ left: (gallery.scrollWidth / gallery.children.length) * index, behavior })
  if (document.activeElement?.parentElement === gallery) focusPicture(gallery, index)
}

function focusPicture(gallery: HTMLElement, index: number): void {
  gallery.querySelectorAll('a')[index]?.focus({ preventScroll: true })
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

/** The gallery of the page follows, and has the focus afterwards. */
function openLightbox(gallery: HTMLElement, index: number, closeLabel: string): void {
  const dialog = newElement('dialog', { class: 'lightbox' })
  const frame = gallery.parentElement!.cloneNode(true) as HTMLElement
  const large = frame.querySelector<HTMLElement>('.gallery')!
  for (const link of large.querySelectorAll('a')) link.replaceWith(figureOf(link))
  large.tabIndex = 0
  large.addEventListener('scroll', () => {
    index = currentOf(large)
  })
  const close = newElement('button', {
    class: 'icon-button icon-close',
    'aria-label': closeLabel,
    autofocus: '',
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    show(gallery, index, 'instant')
    focusPicture(gallery, index)
  })
  dialog.ariaLabel = gallery.ariaLabel
  dialog.append(frame, close)
  // A navigation removes it with the page.
  document.querySelector('main')!.append(dialog)
  dialog.showModal()
  show(large, index, 'instant')
}

/** The largest copy, with its description as a caption. */
function figureOf(link: HTMLElement): HTMLElement {
  const caption = newElement('figcaption')
  const figure = newElement('figure', {}, ...link.childNodes, caption)
  for (const image of figure.querySelectorAll<HTMLImageElement | HTMLSourceElement>('img, source')) {
    image.sizes = '100vw'
    if (image instanceof HTMLImageElement) [caption.textContent, image.alt] = [image.alt, '']
  }
  return figure
}

/** A click with the primary button and without modifier keys. */
function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return !(metaKey || ctrlKey || shiftKey || altKey) && button === 0
}
