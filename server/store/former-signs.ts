// Former signs: the addresses that items had by signs which have changed since.
import { isLocale } from '../../shared/locale.ts'
import type { ItemKind } from '../base/content-source.ts'
import { addressKey, signAddress } from './addresses.ts'
import type { Moves } from './moves.ts'
import { type FormerSign, itemOf, type RecordKey, type Records } from './records.ts'

/** `all`: now. `added`, `removed`: to be stored. */
export type FormerSigns = { all: FormerSign[]; added: FormerSign[]; removed: FormerSign[] }

type ItemFile = Pick<RecordKey, 'number' | 'sign'> & { file: string }

/** `texts`: the files that are served as they are; `present`: all files. */
export function formerSignsOf(
  { known, formerSigns }: Pick<Records, 'known' | 'formerSigns'>,
  texts: ItemFile[],
  present: ReadonlySet<string>,
): FormerSigns {
  const kept = [...known]
    .filter(([file]) => present.has(file))
    .map(([file, { number, sign }]) => ({ file, number, sign }))
  const items = new Map([...kept, ...texts].map((text) => [keyOf(itemOf(text)), text.sign]))
  const added = [...known].flatMap(([file, { number, sign }]) => {
    const item = itemOf({ file, number })
    const key = keyOf(item)
    const isFormer = item !== undefined && sign !== undefined && items.has(key) && items.get(key) !== sign
    return isFormer ? [{ ...item, sign }] : []
  })
  // A folder without any file is probably a network folder that is not mounted.
  const removed = present.size === 0 ? [] : formerSigns.filter((former) => !items.has(keyOf(former)))
  const isReplaced = ({ type, lang, sign }: FormerSign) =>
    added.some((one) => one.type === type && one.lang === lang && one.sign === sign)
  const stay = formerSigns.filter((former) => !removed.includes(former) && !isReplaced(former))
  return { all: [...stay, ...added], added, removed }
}

function keyOf(item: Omit<FormerSign, 'sign'> | undefined): string {
  return item ? `${item.type} ${item.lang} ${item.number}` : ''
}

const kinds: Record<string, ItemKind> = { article: 'article', about: 'about' }

/** Targets by the key of an address, of the items in `places`. */
export function targetsOfFormer(
  signs: FormerSign[],
  { places, siteSettings }: Pick<Moves, 'places' | 'siteSettings'>,
): Map<string, string> {
  const { languages } = siteSettings
  const mains = new Map<string, string | undefined>(
    places.map(({ kind, entry, main }) => [`${kind} ${entry.lang} ${entry.front.id}`, main]),
  )
  return new Map(
    signs.flatMap(({ type, lang, number, sign }) => {
      const kind = kinds[type]
      const target = mains.get(`${type} ${lang} ${number}`)
      const address = kind && isLocale(lang) && signAddress(kind, sign, { locale: lang, languages })
      const key = address ? addressKey(address, siteSettings) : undefined
      return key === undefined || target === undefined ? [] : [[key, target] as const]
    }),
  )
}
