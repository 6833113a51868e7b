// Moves: addresses that lead to other ones, by `aliases` of items and `redirects` of site.yaml, checked against each other and
// against the pages.
import { pageKinds } from '../../shared/constants.ts'
import { type Problem, say } from '../../shared/content/problem.ts'
import { encodedPath } from '../../shared/redirects.ts'
import { localeOfPath, resolve, splitUrl } from '../../shared/resolve.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import { aliasField, redirectField } from '../sources/markdown/checked-fields.ts'
import type { Report } from '../sources/markdown/problem.ts'
import { addressKey, type Place, placesOf } from './addresses.ts'
import type { Entry, Served } from './entry.ts'

/** An item, or a path with query and fragment. */
type Target = Place | string
type Move = { from: string; to: Target; file: string; line: number }
/** `byKey`: each leads to its end in one or more steps. `facts`: of the keys. */
export type Moves = { places: Place[]; byKey: ReadonlyMap<string, Move>; siteSettings: AddressSettings }

/** The field is in site.yaml. */
export type MovedInSite = {
  file: string
  redirects: Record<string, string>
  lineOf: (field: string) => number
}

/** Moves that never work are reported, and are not in the result. */
export function readMoves(
  served: Served,
  site: MovedInSite,
  siteSettings: AddressSettings,
  report: Report,
): Moves {
  const places = placesOf(served, siteSettings)
  const byKey = new Map<string, Move>()
  const reject = ({ file, line }: Move, problem: Problem) =>
    report({ file, line, ...problem, effect: 'incomplete' })
  const problemOf = createProblemOf(places, byKey, siteSettings)
  for (const move of [...redirectsIn(site, { places, siteSettings }, report), ...aliasesOf(places)]) {
    const key = addressKey(move.from, siteSettings)
    if (key === undefined || isRepeated(move, byKey.get(key))) continue
    const problem = problemOf(key, move)
    if (problem) reject(move, problem)
    else byKey.set(key, move)
  }
  const loops = [...byKey].filter(([, move]) => endOf(move, { byKey, siteSettings }) === undefined)
  for (const [key, move] of loops) {
    byKey.delete(key)
    reject(move, say('{from} leads back to itself', { from: move.from }))
  }
  return { places, byKey, siteSettings }
}

/** The languages of an item may have the same aliases: the first one counts. */
function isRepeated({ to }: Move, earlier: Move | undefined): boolean {
  return typeof to === 'object' && typeof earlier?.to === 'object' && to.entry.item === earlier.to.entry.item
}

function createProblemOf(places: Place[], byKey: Moves['byKey'], siteSettings: AddressSettings) {
  const pages = new Map(places.flatMap(({ all, entry }) => all.map((path) => [path, entry.file] as const)))
  return (key: string, { from }: Move): Problem | undefined => {
    const path = pathOf(key)
    const page =
      pages.get(path) ?? (isFixedPage(path, siteSettings) ? say('a page of every site') : undefined)
    if (page) return say('{from} leads nowhere else: it is the address of {page}', { from, page })
    const other = byKey.get(key)
    if (!other) return undefined
    const { file, line } = other
    return say('{from} already leads elsewhere ({file}:{line})', { from, file, line })
  }
}

const itemPages: readonly string[] = ['article', ...pageKinds]

/** A list, for example: not the page of an item. */
function isFixedPage(path: string, siteSettings: AddressSettings): boolean {
  const target = resolve(path, siteSettings)
  if (target.kind !== 'page') return false
  return !itemPages.includes(target.page) || Object.keys(target.params).length === 0
}

function aliasesOf(places: Place[]): Move[] {
  return places.flatMap((place) => {
    const { file, front, lineOf } = place.entry
    return (front.aliases ?? []).map((from, index) => ({
      from,
      to: place,
      file,
      line: lineOf(aliasField(index)),
    }))
  })
}

function redirectsIn(
  { file, redirects, lineOf }: MovedInSite,
  { places, siteSettings: { languages } }: Pick<Moves, 'places' | 'siteSettings'>,
  report: Report,
): Move[] {
  const byItem = Map.groupBy(places, ({ entry }) => entry.item)
  return Object.entries(redirects).flatMap(([from, written]) => {
    const line = lineOf(redirectField(from))
    const lang = localeOfPath(from, languages) ?? languages[0]
    const [first, ...others] = byItem.get(written) ?? []
    const to = written.startsWith('/')
      ? encodedPath(written)
      : ([first, ...others].find((place) => place?.entry.lang === lang) ?? first)
    if (to !== undefined) return [{ from, to, file, line }]
    report({ file, line, ...say('no such item: {url}', { url: written }), effect: 'incomplete' })
    return []
  })
}

/** The end of moves of moves; undefined for a loop. */
function endOf(
  first: Move,
  { byKey, siteSettings }: Pick<Moves, 'byKey' | 'siteSettings'>,
): Target | undefined {
  const passed = new Set<Move>()
  const moveOf = (address: string) => byKey.get(addressKey(address, siteSettings) ?? '')
  for (let move = first; !passed.has(move); ) {
    passed.add(move)
    const { to } = move
    const next = typeof to === 'string' ? (moveOf(withoutFragment(to)) ?? moveOf(pathOf(to))) : undefined
    if (!next) return to
    move = next
  }
  return undefined
}

function pathOf(target: string): string {
  return splitUrl(withoutFragment(target)).pathname
}

const withoutFragment = (target: string): string => target.split('#', 1)[0] ?? ''

/** Targets by the key of an address. */
export function targetsOf(moves: Moves, isPublic: (entry: Entry<unknown>) => boolean): Map<string, string> {
  const targets = [...moves.byKey].flatMap(([key, move]) => {
    const end = endOf(move, moves)
    const isHidden = typeof move.to === 'object' && !isPublic(move.to.entry)
    const target = typeof end === 'object' ? (isPublic(end.entry) ? end.main : undefined) : end
    return target === undefined || isHidden ? [] : [[key, target] as const]
  })
  return new Map(targets)
}
