// Columns of figures in tables of rich text: their cells get the class that aligns them to the right.

/** `1,230.5`, `±0.3 %`, `-20–60 °C`: a figure or a range, and a unit of at most a few letters; `–` is an empty cell. */
const figure = /^[±+−<>≤≥≈~-]?\s?\d[\d.,\s–-]{0,20}[^\d\s]{0,6}$/u
const empty = /^[–—-]?$/u

/** `html` is sanitised, so that these patterns match all tables and cells. Tables with merged cells stay as they are. */
export function alignNumberColumns(html: string): string {
  return html.replace(/<table(?=[ >])(?:(?!<table).)*?<\/table>/gs, (table) => {
    if (/ (?:col|row)span=/.test(table)) return table
    const rows = bodyOf(table).split('</tr>').map(cellsOf)
    const filled = rows.filter((cells) => cells.length > 0)
    const isNumber = (column: number) => {
      const cells = filled.map((cellsOfRow) => cellsOfRow[column] ?? '')
      return (
        cells.some((cell) => figure.test(cell)) &&
        cells.every((cell) => figure.test(cell) || empty.test(cell))
      )
    }
    const known = new Map<number, boolean>()
    return table.replace(/<tr[^>]*>.*?<\/tr>/gs, (row) => {
      let column = -1
      return row.replace(/<t([hd])(?=[ >])/g, (cell, kind: string) => {
        column++
        if (!known.has(column)) known.set(column, column > 0 && isNumber(column))
        return known.get(column) ? `<t${kind} class="number"` : cell
      })
    })
  })
}

function bodyOf(table: string): string {
  const start = table.indexOf('<tbody')
  return start === -1 ? '' : table.slice(start, table.lastIndexOf('</tbody>'))
}

function cellsOf(row: string): string[] {
  return [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, inner = '']) =>
    inner
      .replace(/<[^<>]*>/g, '')
      .replace(/&nbsp;|\u00a0|\u202f/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .trim(),
  )
}
