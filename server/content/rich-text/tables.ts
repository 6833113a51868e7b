// Tables in rich text: a box that scrolls, columns of figures, headers of rows.
import { Element, type ParentNode } from 'domhandler'
import { childrenNamed, elementsOf, innerText, replaceElements } from './tree.ts'

/** `1,230.5`, `±0.3 %`, `-20–60 °C`: a figure or a range, and a unit of at most a few letters; `–` is an empty cell. */
const figure = /^[±+−<>≤≥≈~-]?\s?\d[\d.,\s–-]{0,20}[^\d\s]{0,6}$/u
const empty = /^[–—-]?$/u

export function arrangeTables(tree: ParentNode): void {
  replaceElements(tree, (element) => [element.name === 'table' ? scrolling(element) : element])
}

function scrolling(table: Element): Element {
  const body = cellsIn(table, 'tbody')
  const all = [...cellsIn(table, 'thead'), ...cellsIn(table), ...body, ...cellsIn(table, 'tfoot')]
  const isMerged = ({ attribs }: Element) => 'colspan' in attribs || 'rowspan' in attribs
  if (!all.flat().some(isMerged)) {
    alignFigures(body, all)
    if (childrenNamed(table, 'thead').length > 0) nameRows(body)
  }
  for (const cell of all.flat()) if (cell.name === 'th' && isEmpty(cell)) becomeData(cell)
  return new Element('div', { class: 'table-scroll' }, [table])
}

/** The cells of each row in a section of the table, or in none. */
function cellsIn(table: Element, section?: string): Element[][] {
  const groups = section ? childrenNamed(table, section) : [table]
  return groups
    .flatMap((group) => childrenNamed(group, 'tr'))
    .map((row) => childrenNamed(row, 'th', 'td'))
    .filter((cells) => cells.length > 0)
}

/** Cells that the author has aligned otherwise stay as they are. */
function alignFigures(body: Element[][], all: Element[][]): void {
  const columns = Math.max(0, ...body.map((cells) => cells.length))
  for (let column = 1; column < columns; column++) {
    const texts = body.map((cells) => innerText(cells[column]?.children ?? []))
    const isFigures = texts.every((text) => figure.test(text) || empty.test(text))
    if (!isFigures || texts.every((text) => empty.test(text))) continue
    for (const { [column]: cell } of all) {
      const { class: aligned = 'align-end', ...rest } = cell?.attribs ?? {}
      if (cell && aligned === 'align-end') cell.attribs = { class: 'number', ...rest }
    }
  }
}

/** Where the cells of the first column name their rows: all have words, and no two the same. */
function nameRows(body: Element[][]): void {
  const first = body.map(([cell]) => cell)
  const names = first.map((cell) => (cell?.name === 'td' ? innerText(cell.children) : ''))
  if (!names.every((name) => /[\p{L}\p{N}]/u.test(name)) || new Set(names).size < names.length) return
  for (const cell of first) {
    if (!cell) continue
    cell.name = 'th'
    cell.attribs = { scope: 'row', ...cell.attribs }
  }
}

const isEmpty = (cell: Element): boolean => innerText(cell.children) === '' && !elementsOf(cell, 'img').length

/** A header cell without text, such as the corner of a table with row headers, names nothing. */
function becomeData(cell: Element): void {
  cell.name = 'td'
  delete cell.attribs['scope']
  cell.children = []
}
