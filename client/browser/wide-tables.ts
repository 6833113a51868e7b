// Tables that scroll sideways are tab stops, so that keys scroll them in every browser; those that fit are none.

/** The returned function is called on a new page. */
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
