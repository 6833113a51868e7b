// Entries of a menu of any content system: where they lead, and which entry is the same one in the other language.

import type { Locale } from '../../../shared/locale.ts'
import type { Addresses } from './addresses.ts'

/** `path` is an address of this site without language, or another site; '' is a heading above others. */
type Target = { path: string; external: boolean }

/** `address`: of the page here, where it is known. */
export function menuTarget(
  url: string,
  locale: Locale,
  addresses: Pick<Addresses, 'within'>,
  address?: string,
): Target {
  if (/^#?$/.test(url)) return { path: '', external: false }
  const own = address ?? addresses.within(url, locale)
  if (own === undefined) return { path: url, external: true }
  return { path: own.replace(/^\/(?:zh|en)(?=\/|$)/, '') || '/', external: false }
}

/** The entry with the same path, else in the same place. */
export function sameEntry<Entry extends Target>(
  entry: Entry,
  index: number,
  others: Entry[],
): Entry | undefined {
  return others.find(({ path }) => path !== '' && path === entry.path) ?? others[index]
}
