// Content changes: the differences between the entries of two readings, for the purge of what used them.
import type { Locale } from '../../shared/locale.ts'
import type { ContentChange } from '../base/content-source.ts'
import type { EntryRow } from './stored-entries.ts'

/** Each change once. */
export function changesBetween(before: EntryRow[], after: EntryRow[]): ContentChange[] {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const changes: ContentChange[] = []
  for (const row of after) {
    const previous = old.get(keyOf(row))
    old.delete(keyOf(row))
    changes.push(...(previous ? changesOf(previous, row) : existenceOf(row)))
  }
  for (const row of old.values()) changes.push(...existenceOf(row))
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function keyOf({ kind, lang, id }: EntryRow): string {
  return `${kind} ${lang} ${id}`
}

/** The changes where an item has appeared or disappeared in a language. */
function existenceOf(row: EntryRow): ContentChange[] {
  const { kind: of, id, sign } = row
  return [{ kind: 'existence', of, id, signs: sign === null ? [] : [sign] }, ...listChanges(row)]
}

function changesOf(old: EntryRow, row: EntryRow): ContentChange[] {
  const { kind: of, id } = row
  const lang = row.lang as Locale
  const signs = [old.sign, row.sign].filter((sign) => sign !== null)
  return [
    ...(old.whole === row.whole ? [] : [{ kind: 'item' as const, of, id, lang }, ...textChanges(row)]),
    ...(old.summary === row.summary ? [] : [{ kind: 'summary' as const, of, id, lang }]),
    ...(old.sign === row.sign ? [] : [{ kind: 'existence' as const, of, id, signs }]),
    ...(old.ranking === row.ranking ? [] : [...listChanges(old), ...listChanges(row)]),
  ]
}

function listChanges(row: EntryRow): ContentChange[] {
  const inList = placeOf(row)
  return inList ? [{ kind: 'list', ...inList }, ...textChanges(row)] : []
}

function textChanges(row: EntryRow): ContentChange[] {
  const inList = placeOf(row)
  return inList ? [{ kind: 'texts', ...inList }] : []
}

/** Undefined for an item in no list. */
function placeOf({ place, category, lang }: EntryRow): { category: string; lang: Locale } | undefined {
  // Articles are in the folder of their category, files are named by their language.
  return place === null ? undefined : { category: String(category), lang: lang as Locale }
}
