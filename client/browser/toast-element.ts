// DOM element of a toast: text, badge, buttons.
import { newElement } from './new-element.ts'
import type { ToastOptions } from './toast.ts'

export function createToastElement(
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

export function badge(toast: HTMLElement, text: string) {
  const known = toast.querySelector<HTMLElement>('[data-repeat]')
  const mark = known ?? newElement('span', { 'data-repeat': '' })
  mark.textContent = text
  if (!known) toast.prepend(mark)
}

export function actionButton({ label, run }: NonNullable<ToastOptions['action']>, close: () => void) {
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
