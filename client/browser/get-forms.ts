// GET forms with `data-in-place`: their address is navigated to in place, without the fields that are empty.

export function installGetForms(navigateTo: (to: string) => void): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !('inPlace' in form.dataset)) return
    event.preventDefault()
    const fields = [...new FormData(form)].filter(([, value]) => value !== '')
    const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
    navigateTo(new URL(form.action).pathname + (fields.length > 0 ? `?${query}` : ''))
  })
}
