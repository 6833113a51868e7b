// Toasts: notifications above the page that close after a time. Any code shows one by `toast`, an event of the document.
import { toast as constants } from '../../shared/constants.ts'
import { newElement } from './new-element.ts'

type Shown = {
  element: HTMLElement
  repeats: number
  /** 0: until it is closed. */
  durationMs: number
  /** Starts the time again. */
  restart: () => void
  close: () => void
}

/** `closeLabel`: the label of the close button, in the page's language. */
export function installToasts(closeLabel: () => string): void {
  const list = newElement('div', { 'data-toasts': '', popover: 'manual' })
  document.body.append(list)
  const shown = new Map<string, Shown>()
  let zIndex = constants.baseZIndex

  const show = (options: ToastOptions) => {
    const key = `${options.type ?? 'info'} ${options.text}`
    const known = shown.get(key)
    if (known) {
      raise(list)
      return repeat(known, options)
    }
    list.style.zIndex = String(zIndex++)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const close = () => {
      stop()
      shown.delete(key)
      element.remove()
    }
    const restart = () => {
      stop()
      if (one.durationMs > 0) timer = setTimeout(close, one.durationMs)
    }
    const element = toastElement(options, closeLabel(), close)
    const durationMs = options.durationMs ?? (options.action ? 0 : constants.durationMs)
    const one: Shown = { element, repeats: 1, durationMs, restart, close }
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, stop)
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, restart)
    shown.set(key, one)
    list.append(element)
    raise(list)
    restart()
  }
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const { close } of [...shown.values()]) close()
  })
  document.addEventListener(toastEvent, (event) => show((event as CustomEvent<ToastOptions>).detail))
}

/** Puts the list above everything open in the top layer, such as the menu. */
function raise(list: HTMLElement) {
  // A list that is hidden loses the focus.
  if (!list.contains(document.activeElement)) list.hidePopover()
  list.showPopover()
}

/** An equal toast raises the count; one with an action only adds the action. */
function repeat(toast: Shown, { action }: ToastOptions) {
  if (action) {
    toast.element.querySelector('[data-action]')?.remove()
    toast.element.lastElementChild!.before(actionButton(action, toast.close))
    toast.durationMs = 0
  } else {
    toast.repeats += 1
    const { mostRepeats } = constants
    badge(toast.element, toast.repeats > mostRepeats ? `${mostRepeats}+` : `${toast.repeats}`)
  }
  toast.restart()
}

function toastElement(
  { text, type = 'info', action }: ToastOptions,
  closeLabel: string,
  close: () => void,
): HTMLElement {
  // `alert` interrupts a screen reader, `status` does not.
  const role = type === 'error' || type === 'warning' ? 'alert' : 'status'
  const attributes = { 'data-toast': '', 'data-type': type, role }
  const element = newElement('div', attributes, newElement('span', {}, text))
  if (action) element.append(actionButton(action, close))
  const closing = button('×', close)
  closing.setAttribute('aria-label', closeLabel)
  element.append(closing)
  return element
}

function badge(toast: HTMLElement, text: string) {
  const known = toast.querySelector<HTMLElement>('[data-repeat]')
  const mark = known ?? newElement('span', { 'data-repeat': '' })
  mark.textContent = text
  if (!known) toast.prepend(mark)
}

function actionButton({ label, run }: NonNullable<ToastOptions['action']>, close: () => void) {
  const element = button(label, () => {
    close()
    run()
  })
  element.dataset['action'] = ''
  return element
}

function button(label: string, press: () => void): HTMLButtonElement {
  const element = newElement('button', { type: 'button' }, label)
  element.addEventListener('click', press)
  return element
}

type ToastOptions = {
  text: string
  type?: 'info' | 'success' | 'warning' | 'error'
  /** 0: until it is closed. */
  durationMs?: number
  /** A button on the toast; added to an equal toast that is already shown. */
  action?: { label: string; run: () => void }
}

const toastEvent = 'site:toast'

export function toast(options: ToastOptions) {
  document.dispatchEvent(new CustomEvent(toastEvent, { detail: options }))
}
