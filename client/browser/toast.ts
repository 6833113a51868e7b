// Toast event: any code can show a toast; the program listens for the event.

export type ToastOptions = {
  text: string
  type?: 'info' | 'success' | 'warning' | 'error'
  /** 0: until it is closed. */
  durationMs?: number
  /** A button on the toast; added to an equal toast that is already shown. */
  action?: { label: string; run: () => void }
}

export const toastEvent = 'site:toast'

export function toast(options: ToastOptions) {
  document.dispatchEvent(new CustomEvent(toastEvent, { detail: options }))
}
