// Tells the visitor something in passing, from anywhere: whoever shows toasts listens.

export type ToastOptions = {
  text: string
  type?: 'info' | 'success' | 'warning' | 'error'
  /** 0 stays until it is closed. */
  durationMs?: number
  /** A button on the toast; it joins an equal toast that is shown already. */
  action?: { label: string; run: () => void }
}

/** Told of the errors of business calls, as the request wrapper names them. */
export type Notify = (message: string, kind: 'system' | 'server') => void

export const toastEvent = 'site:toast'

export function toast(options: ToastOptions) {
  document.dispatchEvent(new CustomEvent(toastEvent, { detail: options }))
}
