// Checked fields: those by which content files are checked against each other, with their lines.
import { locales } from '../../../shared/constants.ts'
import { isRecord } from '../../../shared/is-record.ts'
import type { Locale } from '../../../shared/locale.ts'
import { approvalsLabel } from './site-files.ts'

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
export function siteFields(content: unknown): string[] {
  if (!isRecord(content)) return []
  const { redirects, [approvalsLabel]: approvals } = content
  return [
    ...(isRecord(redirects) ? Object.keys(redirects).map(redirectField) : []),
    ...(isRecord(approvals) ? locales.map(approvalsField) : []),
  ]
}

export function redirectField(from: string): string {
  return `redirects.${from}`
}

export function approvalsField(lang: Locale): string {
  return `${approvalsLabel}.${lang}`
}

export function linesOf(fields: string[], lineOf: (field: string) => number): Record<string, number> {
  return Object.fromEntries(fields.map((field) => [field, lineOf(field)]))
}
