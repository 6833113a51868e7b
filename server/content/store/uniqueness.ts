// Uniqueness check: ids and signs are unique, parents exist. Of two files with one id the one that is public keeps it.
import { type Problem, say } from '../../../shared/content/problem.ts'
import type { Report } from '../markdown/problem.ts'
import type { Files, Item } from './files.ts'

type Options = { files: Files; report: Report }
/** Undefined where nothing is wrong. */
type Check = (item: Item) => (Problem & { field: 'id' | 'sign' | 'parent' }) | undefined

/** `items`: those of the kinds that share ids. Without those whose id or sign is that of another one, or whose parent is missing. */
export function keepUnique(items: Item[], options: Options): Item[] {
  const { problemOf, add } = createUniqueness(items)
  const accepted = new Map<number, Item>()
  const accept = (item: Item) => void accepted.set(item.row, add(item))
  const rejected: Item[] = []
  const ranks = ranksOf(items)
  for (const item of items.toSorted((a, b) => ranks(a) - ranks(b)))
    if (problemOf(item)) rejected.push(item)
    else accept(item)
  for (const item of rejected) {
    const last = replaced(item, problemOf, options)
    if (last) accept(last)
  }
  const unique = items.flatMap(({ row }) => accepted.get(row) ?? [])
  const placeOf = ({ folder, lang }: Item, number: number) => `${folder} ${lang} ${number}`
  const byPlace = new Map(unique.map((item) => [placeOf(item, item.number), item]))
  const check: Check = (item) => {
    const { parent } = item
    const above = parent === null ? undefined : byPlace.get(placeOf(item, parent))
    if (parent === null || above?.parent === null) return problemOf(item)
    const problem = above
      ? say('parent {parent} is itself a sub-item ({file})', { parent, file: above.path })
      : say('parent {parent} does not exist in this folder and language', { parent })
    return { field: 'parent', ...problem }
  }
  return unique.flatMap((item) => replaced(item, check, options) ?? [])
}

/** The item; a rejected one is reported, and has its valid text where that has no such mistake. */
function replaced(item: Item, check: Check, { files, report }: Options): Item | undefined {
  const rejection = check(item)
  if (!rejection) return item
  const { field, ...problem } = rejection
  const line = files.lineOf(item.path, field)
  const last = files.replace(item, (last) => check(last) === undefined)
  report({ file: item.path, line, ...problem, effect: last ? 'kept' : 'left out' })
  return last
}

/**
 * First the files that have been served with their id and sign, so that a copy of one cannot take its place; then items in two
 * languages, of which a copy is often one file only; then by name.
 */
function ranksOf(items: Item[]): (item: Item) => number {
  const languages = Map.groupBy(items, ({ name, number }) => `${name} ${number}`)
  return ({ name, number, sign, last }) =>
    last?.number === number
      ? Number(last.sign !== sign)
      : 2 + Number(languages.get(`${name} ${number}`)?.length === 1)
}

function createUniqueness(items: Item[]) {
  const byNumber = new Map<number, Item>()
  const byName = new Map<string, Item>()
  const bySign = new Map<string, Item>()

  function sameNumber({ folder, lang, number: id }: Item, other: Item): Problem {
    const isOtherLanguage =
      folder === other.folder && !items.some((item) => item.name === other.name && item.lang === lang)
    const next = items.reduce((most, { number }) => Math.max(most, number), 0) + 1
    const values = { id, file: other.path, next }
    return isOtherLanguage
      ? say(
          'id {id} is that of {file}: as its other language this file must be named {name}; as another item it needs an id of its own, the next free one is {next}',
          { ...values, name: `${other.name}.${lang}.md` },
        )
      : say('id {id} is already used by {file}; the next free id is {next}', values)
  }

  return {
    problemOf: ((item) => {
      const { name, path, number: id, sign, lang } = item
      const ofNumber = byNumber.get(id)
      if (ofNumber && ofNumber.name !== name) return { field: 'id', ...sameNumber(item, ofNumber) }
      const ofName = byName.get(name)
      if (ofName && ofName.number !== id && ofName.path !== path) {
        const values = { id, other: ofName.number, file: ofName.path }
        return { field: 'id', ...say('id {id} differs from {other} in {file}', values) }
      }
      const ofSign = sign ? bySign.get(`${lang} ${sign}`) : undefined
      return sign && ofSign && ofSign.path !== path
        ? { field: 'sign', ...say('sign {sign} is already used by {file}', { sign, file: ofSign.path }) }
        : undefined
    }) satisfies Check as Check,
    add(item: Item): Item {
      byNumber.set(item.number, item)
      byName.set(item.name, item)
      if (item.sign) bySign.set(`${item.lang} ${item.sign}`, item)
      return item
    },
  }
}
