// Comma-separated values for spreadsheets, in which no cell becomes a formula.

/** What spreadsheets take for the start of a formula; East Asian ones the full-width signs, too. */
const formulaStart = /^[\s\u0000-\u001f]*[=+\-@＝＋－＠|%]/

/** RFC 4180, with the mark that tells spreadsheets that it is UTF-8. */
export function csv(rows: string[][]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
