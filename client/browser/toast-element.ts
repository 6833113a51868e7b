// DOM element of a toast: text, badge, buttons.
import type { ToastOptions } from './toast.ts'

export function createToastElement(
  { text, type = 'info', action }: ToastOptions,
  closeLabel: string,
  close: () => void,
): HTMLElement {
  const element = document.createElement('div')
  element.dataset['toast'] = ''
  element.dataset['type'] = type
  // `alert` interrupts a screen reader, `status` does not.
  element.setAttribute('role', type === 'error' || type === 'warning' ? 'alert' : 'status')
  const content = document.createElement('span')
  content.textContent = text
  element.append(content)
  if (action) element.append(actionButton(action, close))
  const closing = button('×', close)
  closing.setAttribute('aria-label', closeLabel)
  element.append(closing)
  return element
}

export function badge(toast: HTMLElement, text: string) {
  const known = toast.querySelector<HTMLElement>('[data-repeat]')
  const mark = known ?? document.createElement('span')
  mark.dataset['repeat'] = ''
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
  const element = Object.assign(document.createElement('button'), { type: 'button', textContent: label })
  element.addEventListener('click', press)
  return element
}
