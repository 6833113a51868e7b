// Fields that hide the rows of a table without their words.

/** The returned function is called on a new page. */
export function installRowFilters(): () => void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset['filterRows']) filter(target)
  })
  /** What was entered before this code was loaded. */
  const update = () => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[data-filter-rows]'))
      if (input.value) filter(input)
  }
  update()
  return update
}

function filter(input: HTMLInputElement): void {
  const words = input.value.toLowerCase().split(/\s+/)
  const rows = document.querySelectorAll<HTMLElement>(`#${input.dataset['filterRows']} tbody tr`)
  let shown = 0
  for (const row of rows) {
    // Cells are words of their own.
    const text = [...row.children].map(({ textContent }) => textContent).join(' ')
    row.hidden = !words.every((word) => text.toLowerCase().includes(word))
    if (!row.hidden) shown++
  }
  const status = input.parentElement?.querySelector('[role="status"]')
  const text = input.parentElement?.dataset['found'] ?? ''
  if (status) status.textContent = input.value ? text.replace('{found}', `${shown}`) : ''
}
