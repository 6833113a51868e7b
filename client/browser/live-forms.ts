// GET forms: their address is without the fields that are empty. One with `data-live` is sent when a menu changes.

export function installLiveForms(): void {
  document.addEventListener('formdata', ({ target, formData }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== 'get') return
    const filled = [...formData].filter(([, value]) => value !== '')
    for (const name of [...formData.keys()]) formData.delete(name)
    for (const [name, value] of filled) formData.append(name, value)
  })
  // Each arrow key changes a menu: by keyboard a choice is sent by Enter, or when the focus leaves the menu.
  let typedIn: HTMLSelectElement | undefined
  let isTyping = false
  const send = () => {
    typedIn?.form?.requestSubmit()
    typedIn = undefined
  }
  document.addEventListener('keydown', ({ target, key }) => {
    isTyping = isLiveMenu(target) && (key.length === 1 || /^(?:Arrow|Page|Home|End)/.test(key))
    // A menu that is open changes after this event.
    if (key === 'Enter') setTimeout(send)
  })
  document.addEventListener('focusout', send)
  document.addEventListener('pointerdown', () => {
    isTyping = false
  })
  document.addEventListener('change', ({ target }) => {
    if (!isLiveMenu(target)) return
    typedIn = target
    if (!isTyping) send()
  })
  document.addEventListener('submit', ({ target, submitter }) => {
    typedIn = undefined
    // The button closes the sheet that the form may be in.
    if (submitter && isLive(target)) target.closest<HTMLElement>('[popover]:popover-open')?.hidePopover()
  })
}

function isLive(target: EventTarget | null): target is HTMLFormElement {
  return target instanceof HTMLFormElement && 'live' in target.dataset
}

function isLiveMenu(target: EventTarget | null): target is HTMLSelectElement {
  return target instanceof HTMLSelectElement && isLive(target.form)
}
