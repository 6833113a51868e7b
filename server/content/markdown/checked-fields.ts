// Checked fields: those by which content files are checked against each other, with their lines.
import { locales } from '../../../shared/constants.ts'
import { isObject, isRecord } from '../../../shared/is-record.ts'
import type { Locale } from '../../../shared/locale.ts'
import { approvalsLabel } from './site-files.ts'

/** The lines of the checked fields of a front matter or a site file. */
export function checkedLines(content: unknown, lineOf: (field: string) => number): Record<string, number> {
  const data = isRecord(content) ? content : {}
  const keysOf = (name: string) => (isObject(data[name]) ? Object.keys(data[name]) : [])
  const fields = [
    ...['id', 'sign', 'parent', 'products'],
    ...keysOf('items').map((index) => `items.${index}.products`),
    ...keysOf('aliases').map(aliasField),
    ...keysOf('redirects').map(redirectField),
    ...(data[approvalsLabel] ? locales.map(approvalsField) : []),
  ]
  return Object.fromEntries(fields.map((field) => [field, lineOf(field)]))
}

export function aliasField(index: number | string): string {
  return `aliases.${index}`
}

export function redirectField(from: string): string {
  return `redirects.${from}`
}

export function approvalsField(lang: Locale): string {
  return `${approvalsLabel}.${lang}`
}
