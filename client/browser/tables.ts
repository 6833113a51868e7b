// Tables: those that scroll sideways are tab stops, and fields that hide the rows without their words.

/** A tab stop lets keys scroll a wide table in every browser. The returned function is called on a new page. */
export function watchTables(): () => void {
  const sized = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target as HTMLElement)
  })
  const update = () => {
    sized.disconnect()
    for (const table of document.querySelectorAll('.table-scroll')) sized.observe(table)
  }
  update()
  return update
}

function mark(table: HTMLElement) {
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
  else table.removeAttribute('tabindex')
}

/** Fields with `data-filter-rows`. The returned function is called on a new page. */
export function installRowFilters(): () => void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset['filterRows']) filter(target)
  })
  /** Text that was entered before this code was loaded is applied. */
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
