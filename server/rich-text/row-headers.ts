// Row headers: in a table with a header row, cells of the first column that name their rows.

/** `html` is sanitised, so that these patterns match all tables and cells. Tables with merged cells stay as they are. */
export function nameRows(html: string): string {
  return html.replace(/<table(?=[ >])(?:(?!<table).)*?<\/table>/gs, (table) => {
    const start = table.indexOf('<tbody')
    if (start === -1 || !/<thead[ >]/.test(table) || / (?:col|row)span=/.test(table)) return table
    const rows = table.slice(start).split('</tr>')
    const names = rows.slice(0, -1).map(nameOf)
    const isNamed = names.every((name) => name !== undefined && /[\p{L}\p{N}]/u.test(name))
    if (!isNamed || new Set(names).size < names.length || rows.length < 2) return table
    return table.slice(0, start) + rows.map(withHeader).join('</tr>')
  })
}

/** The text of a first cell; undefined for a row that starts with another element. */
function nameOf(row: string): string | undefined {
  const [cell] = row.split('</td>', 1)
  const open = row.indexOf('<td')
  if (open === -1 || cell === row || row.slice(0, open).includes('<th')) return undefined
  return cell
    ?.slice(open)
    .replace(/<[^<>]*>/g, '')
    .trim()
}

function withHeader(row: string): string {
  return row.replace('<td', '<th scope="row"').replace('</td>', '</th>')
}
