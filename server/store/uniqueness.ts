// Uniqueness check: ids and signs are unique, parents exist. Of two files with one id the one that is public keeps it.

import { type Problem, say } from '../../shared/content/problem.ts'
import type { Report } from '../sources/markdown/problem.ts'
import type { Entry } from './entry.ts'
import type { RecordKey } from './records.ts'

type Identified = Entry<{ id: number; sign?: string | undefined }>
type Child = Entry<{ id: number; parent?: number | undefined; sign?: string | undefined }>

type UniquenessOptions<E> = {
  /** What each file had when it was served last. */
  known: ReadonlyMap<string, RecordKey>
  /** The last valid text of the file of an entry. */
  lastOf: (entry: E) => E | undefined
  report: Report
}
type Rejection = Problem & { field: string }
/** Undefined where nothing is wrong. */
type Check<E> = (entry: E) => Rejection | undefined

/** The entries without those whose id or sign is that of another one. */
export function keepUnique<E extends Identified>(entries: E[], options: UniquenessOptions<E>): E[] {
  const checks = createUniqueness(entries)
  const order = rankOf(entries, options.known)
  const accepted = new Map<E, E>()
  const rejected: E[] = []
  for (const entry of entries.toSorted((a, b) => order(a) - order(b)))
    if (checks.problemOf(entry)) rejected.push(entry)
    else accepted.set(entry, checks.add(entry))
  for (const entry of rejected) {
    const last = replaced(entry, checks.problemOf, options)
    if (last) accepted.set(entry, checks.add(last))
  }
  return entries.flatMap((entry) => accepted.get(entry) ?? [])
}

/** The entries without sub-items whose parent is not a page of the same folder and language. */
export function keepWithParent<E extends Child>(entries: E[], options: UniquenessOptions<E>): E[] {
  const placeOf = (entry: E, id: number) => `${entry.file.split('/')[0]} ${entry.lang} ${id}`
  const byPlace = new Map(entries.map((entry) => [placeOf(entry, entry.front.id), entry]))
  const { problemOf, add } = createUniqueness(entries)
  for (const entry of entries) add(entry)
  const check: Check<E> = (entry) => {
    const { parent } = entry.front
    const parentEntry = parent === undefined ? undefined : byPlace.get(placeOf(entry, parent))
    if (parent === undefined || (parentEntry && parentEntry.front.parent === undefined))
      return problemOf(entry)
    return {
      field: 'parent',
      ...(parentEntry
        ? say('parent {parent} is itself a sub-item ({file})', { parent, file: parentEntry.file })
        : say('parent {parent} does not exist in this folder and language', { parent })),
    }
  }
  return entries.flatMap((entry) => (check(entry) ? (replaced(entry, check, options) ?? []) : entry))
}

/** Reports a rejected entry, and returns the last valid text of its file where that has no such mistake. */
function replaced<E extends Identified>(
  entry: E,
  check: Check<E>,
  { lastOf, report }: UniquenessOptions<E>,
): E | undefined {
  const clash = check(entry)
  if (!clash) return entry
  const last = entry.isKept ? undefined : lastOf(entry)
  const isKept = last !== undefined && check(last) === undefined
  const { file, lineOf } = entry
  const { field, ...problem } = clash
  report({ file, line: lineOf(field), ...problem, effect: isKept ? 'kept' : 'left out' })
  return isKept ? last : undefined
}

/**
 * First the files that have been served with their id and sign, so that a copy of one cannot take its place; then items in two
 * languages, of which a copy is often one file only; then by name.
 */
function rankOf(
  entries: Identified[],
  known: UniquenessOptions<Identified>['known'],
): (entry: Identified) => number {
  const filesOf = Map.groupBy(entries, ({ item, front }) => `${item} ${front.id}`)
  return ({ file, item, front: { id, sign } }) => {
    const last = known.get(file)
    const isAlone = Number(filesOf.get(`${item} ${id}`)?.length === 1)
    return last?.number === id ? Number(last.sign !== sign) : 2 + isAlone
  }
}

function createUniqueness(entries: Identified[]) {
  const byId = new Map<string, Identified>()
  const byItem = new Map<string, Identified>()
  const bySign = new Map<string, Identified>()
  /** A draft version has the id and the sign of its item. */
  const idOf = ({ front }: Identified) => String(front.id)
  const signOf = ({ lang, front }: Identified) => `${lang} ${front.sign ?? ''}`
  const nextId = () => entries.reduce((most, { front }) => Math.max(most, front.id), 0) + 1

  function sameId({ item, lang, front: { id } }: Identified, other: Identified): Problem {
    const isOtherLanguage = !entries.some((entry) => entry.item === other.item && entry.lang === lang)
    const rename = isOtherLanguage && item.split('/')[0] === other.item.split('/')[0]
    const values = { id, file: other.file, next: nextId() }
    return rename
      ? say(
          'id {id} is that of {file}: as its other language this file must be named {name}; as another item it needs an id of its own, the next free one is {next}',
          { ...values, name: `${other.item}.${lang}.md` },
        )
      : say('id {id} is already used by {file}; the next free id is {next}', values)
  }

  function problemOf(entry: Identified): Rejection | undefined {
    const { id, sign } = entry.front
    const ofId = byId.get(idOf(entry))
    if (ofId && ofId.item !== entry.item) return { field: 'id', ...sameId(entry, ofId) }
    const ofItem = byItem.get(entry.item)
    if (ofItem && ofItem.front.id !== id && ofItem.file !== entry.file) {
      const values = { id, other: ofItem.front.id, file: ofItem.file }
      return { field: 'id', ...say('id {id} differs from {other} in {file}', values) }
    }
    const ofSign = sign ? bySign.get(signOf(entry)) : undefined
    return sign && ofSign && ofSign.file !== entry.file
      ? { field: 'sign', ...say('sign {sign} is already used by {file}', { sign, file: ofSign.file }) }
      : undefined
  }

  return {
    problemOf,
    add<E extends Identified>(entry: E): E {
      byId.set(idOf(entry), entry)
      byItem.set(entry.item, entry)
      if (entry.front.sign) bySign.set(signOf(entry), entry)
      return entry
    },
  }
}
