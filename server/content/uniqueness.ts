// What a file claims for itself alone or of another file: its id, its sign, its parent.
import type { Entry } from './entry.ts'
import type { Report } from './problem.ts'

type Claimant = Entry<{ id: number; sign?: string | undefined }>
type Child = Entry<{ id: number; parent?: number | undefined }>

/** Keeps the first file, in the given order, of those that claim the same id or sign. */
export function settleClaims<E extends Claimant>(entries: E[], report: Report): E[] {
  const byId = new Map<number, Claimant>()
  const byItem = new Map<string, Claimant>()
  const bySign = new Map<string, Claimant>()
  return entries.filter((entry) => {
    const { id, sign } = entry.front
    const holder = byId.get(id)
    const twin = byItem.get(entry.item)
    const namesake = bySign.get(`${entry.lang} ${sign ?? ''}`)
    if (holder && holder.item !== entry.item) {
      return leaveOut(entry, 'id', `id ${id} is already used by ${holder.file}`, report)
    }
    if (twin && twin.front.id !== id) {
      return leaveOut(entry, 'id', `id ${id} differs from ${twin.front.id} in ${twin.file}`, report)
    }
    if (namesake) return leaveOut(entry, 'sign', `sign ${sign} is already used by ${namesake.file}`, report)
    byId.set(id, entry)
    byItem.set(entry.item, entry)
    if (sign) bySign.set(`${entry.lang} ${sign}`, entry)
    return true
  })
}

/** Leaves out the sub-items whose parent is not a page of the same folder and language. */
export function settleParents<E extends Child>(entries: E[], report: Report): E[] {
  const placeOf = (entry: E, id: number) => `${entry.file.split('/')[0]} ${entry.lang} ${id}`
  const byPlace = new Map(entries.map((entry) => [placeOf(entry, entry.front.id), entry]))
  return entries.filter((entry) => {
    const { parent } = entry.front
    if (parent === undefined) return true
    const found = byPlace.get(placeOf(entry, parent))
    if (!found)
      return leaveOut(entry, 'parent', `parent ${parent} is not there in this folder and language`, report)
    if (found.front.parent === undefined) return true
    return leaveOut(entry, 'parent', `parent ${parent} is itself a sub-item (${found.file})`, report)
  })
}

function leaveOut(entry: Entry<unknown>, field: string, problem: string, report: Report): false {
  report({ file: entry.file, line: entry.lineOf(field), problem, effect: 'left out' })
  return false
}
