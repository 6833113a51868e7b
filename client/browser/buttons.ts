// Buttons in pages: those that copy the code beside them or the address of the page, and those that print it.
import { toast } from './toasts.ts'

export function installCopy(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('.copy') : null
    const results = button?.closest<HTMLElement>('[data-copied]')?.dataset
    if (!button || !results) return
    const text = button.parentElement?.querySelector('code')?.textContent ?? addressOfPage()
    // Without a secure context there is no clipboard.
    const copied = async () => navigator.clipboard.writeText(text)
    copied().then(
      () => toast({ type: 'success', text: `${results['copied']} ${text}` }),
      () => toast({ type: 'error', text: `${results['failed']} ${text}` }),
    )
  })
}

/** The print dialog of a browser saves the page as a file, too. */
export function installPrint(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}

/** The address without the parameters of a campaign. */
function addressOfPage(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
}
