// Uniqueness check: ids and signs are unique, parents exist.
import type { Entry } from './entry.ts'
import type { Report } from './problem.ts'

type Identified = Entry<{ id: number; sign?: string | undefined }>
type Child = Entry<{ id: number; parent?: number | undefined }>

/** Of the files with the same id or sign only the first one, in the given order. */
export function keepUnique<E extends Identified>(entries: E[], report: Report): E[] {
  const byId = new Map<number, Identified>()
  const byItem = new Map<string, Identified>()
  const bySign = new Map<string, Identified>()
  return entries.filter((entry) => {
    const { id, sign } = entry.front
    const sameId = byId.get(id)
    const sameItem = byItem.get(entry.item)
    const sameSign = bySign.get(`${entry.lang} ${sign ?? ''}`)
    if (sameId && sameId.item !== entry.item) {
      return leaveOut(entry, 'id', `id ${id} is already used by ${sameId.file}`, report)
    }
    if (sameItem && sameItem.front.id !== id) {
      return leaveOut(entry, 'id', `id ${id} differs from ${sameItem.front.id} in ${sameItem.file}`, report)
    }
    if (sameSign) return leaveOut(entry, 'sign', `sign ${sign} is already used by ${sameSign.file}`, report)
    byId.set(id, entry)
    byItem.set(entry.item, entry)
    if (sign) bySign.set(`${entry.lang} ${sign}`, entry)
    return true
  })
}

/** Without the sub-items whose parent is not a page of the same folder and language. */
export function keepWithParent<E extends Child>(entries: E[], report: Report): E[] {
  const placeOf = (entry: E, id: number) => `${entry.file.split('/')[0]} ${entry.lang} ${id}`
  const byPlace = new Map(entries.map((entry) => [placeOf(entry, entry.front.id), entry]))
  return entries.filter((entry) => {
    const { parent } = entry.front
    if (parent === undefined) return true
    const found = byPlace.get(placeOf(entry, parent))
    if (!found)
      return leaveOut(entry, 'parent', `parent ${parent} does not exist in this folder and language`, report)
    if (found.front.parent === undefined) return true
    return leaveOut(entry, 'parent', `parent ${parent} is itself a sub-item (${found.file})`, report)
  })
}

function leaveOut(entry: Entry<unknown>, field: string, problem: string, report: Report): false {
  report({ file: entry.file, line: entry.lineOf(field), problem, effect: 'left out' })
  return false
}
