// Checked fields: those by which content files are checked against each other, with their lines.
import { isRecord } from '../../../shared/is-record.ts'

type Front = { items?: unknown; aliases?: string[] | undefined }

/** Fields of front matter. */
export function frontFields({ items, aliases = [] }: Front): string[] {
  return [
    'id',
    'sign',
    'parent',
    'products',
    ...(Array.isArray(items) ? items : []).map((_, index) => productsField(index)),
    ...aliases.map((_, index) => aliasField(index)),
  ]
}

/** Fields of a file in a category of downloads. */
export function productsField(index: number): string {
  return `items.${index}.products`
}

export function aliasField(index: number): string {
  return `aliases.${index}`
}

/** Fields of a site file. */
export function redirectFields(content: unknown): string[] {
  const redirects = isRecord(content) && content['redirects']
  return isRecord(redirects) ? Object.keys(redirects).map(redirectField) : []
}

export function redirectField(from: string): string {
  return `redirects.${from}`
}

export function linesOf(fields: string[], lineOf: (field: string) => number): Record<string, number> {
  return Object.fromEntries(fields.map((field) => [field, lineOf(field)]))
}
