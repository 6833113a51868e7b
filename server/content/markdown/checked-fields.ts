// Checked fields: those by which content files are checked against each other, with their lines.
import { isObject, isRecord } from '../../../shared/is-record.ts'

/** The lines of the checked fields of a front matter or a site file. */
export function checkedLines(content: unknown, lineOf: (field: string) => number): Record<string, number> {
  const data = isRecord(content) ? content : {}
  const keysOf = (name: string) => (isObject(data[name]) ? Object.keys(data[name]) : [])
  const fields = [
    ...['id', 'sign', 'parent', 'products'],
    ...keysOf('items').map(productsField),
    ...keysOf('aliases').map(aliasField),
    ...keysOf('redirects').map(redirectField),
  ]
  return Object.fromEntries(fields.map((field) => [field, lineOf(field)]))
}

/** Of a file in a category of downloads. */
export function productsField(index: number | string): string {
  return `items.${index}.products`
}

export function aliasField(index: number | string): string {
  return `aliases.${index}`
}

export function redirectField(from: string): string {
  return `redirects.${from}`
}
