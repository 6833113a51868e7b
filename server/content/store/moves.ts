// Moves: addresses that lead to other ones, by `aliases` of items and `redirects` of site.yaml, checked against each other and against
// the pages.
import type { DatabaseSync } from 'node:sqlite'
import { pageKinds } from '../../../shared/constants.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'
import { articlePathById, buildPath, localizePath } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { splitUrl } from '../../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import { encodedPath } from '../../../shared/redirects.ts'
import { localeOfPath, resolve } from '../../../shared/resolve.ts'
import type { AddressSettings } from '../../../shared/site-settings.ts'
import type { ItemKind } from '../../base/content-source.ts'
import type { Report } from '../markdown/problem.ts'
import { prepareAll } from './content-index.ts'
import type { LineOf } from './files.ts'
import statements from './moves.sql'

/** An item, whether or not it is public. `name`: folder and NAME, which its languages share. */
type Target = {
  path: string
  folder: string
  name: string
  kind: ItemKind
  lang: Locale
  number: number
  sign: string | null
  parent: number | null
  isPublic: 0 | 1
}
/** `to`: an item, or a path with query and fragment. */
type Move = { from: string; to: Target | string; file: string; field: string }

export type MoveOptions = {
  database: DatabaseSync
  siteSettings: AddressSettings
  lineOf: LineOf
  report: Report
}

/** Stores the redirects. Those that never work are reported. */
export function storeMoves({ database, siteSettings, lineOf, report }: MoveOptions): void {
  const { written, named, items } = prepareAll<'written' | 'named' | 'items'>(database, statements)
  const { languages } = siteSettings
  const byKey = new Map<string, Move>()

  /** The file of the item with this address, or the words for another page. */
  function pageAt(key: string): string | Problem | undefined {
    const target = resolve(key, siteSettings)
    if (target.kind !== 'page') return undefined
    const name = Object.values(target.params).at(-1)
    const kind = itemKinds.find((kind) => kind === target.page)
    if (!kind || name === undefined) return say('a page of every site')
    // The columns of the query.
    const found = named.all({ kind, lang: target.locale, name }) as Target[]
    return found.find((item) => addressesOf(item, siteSettings).includes(key))?.path
  }

  const moveOf = (address: string) => byKey.get(addressKey(address, siteSettings) ?? '')

  /** The end of moves of moves; undefined for a loop. */
  function endOf(first: Move): Move['to'] | undefined {
    const passed = new Set<Move>()
    for (let move = first; !passed.has(move); ) {
      passed.add(move)
      const { to } = move
      const next = typeof to === 'string' ? (moveOf(withoutFragment(to)) ?? moveOf(pathOf(to))) : undefined
      if (!next) return to
      move = next
    }
    return undefined
  }

  const reject = ({ file, field }: Pick<Move, 'file' | 'field'>, problem: Problem) =>
    report({ file, line: lineOf(file, field), ...problem, effect: 'incomplete' })
  // The columns of the query.
  const rows = written.all() as Record<'address' | 'target' | 'file' | 'field', string>[]
  for (const { address: from, target, file, field } of rows) {
    const place = { file, field }
    const lang = localeOfPath(from, languages) ?? languages[0]
    const to = target.startsWith('/')
      ? encodedPath(target)
      : (items.get({ target, here: `${target}.${lang}.md` }) as Target | undefined)
    const key = addressKey(from, siteSettings)
    if (to === undefined) reject(place, say('no such item: {url}', { url: target }))
    if (to === undefined || key === undefined) continue
    const earlier = byKey.get(key)
    // The languages of an item may have the same aliases: the first one counts.
    if (typeof to === 'object' && typeof earlier?.to === 'object' && to.name === earlier.to.name) continue
    const page = pageAt(pathOf(key))
    if (page) reject(place, say('{from} leads nowhere else: it is the address of {page}', { from, page }))
    else if (earlier) {
      const line = lineOf(earlier.file, earlier.field)
      reject(place, say('{from} already leads elsewhere ({file}:{line})', { file: earlier.file, line, from }))
    } else byKey.set(key, { from, to, ...place })
  }
  const loops = [...byKey].filter(([, move]) => endOf(move) === undefined)
  for (const [key, move] of loops) {
    byKey.delete(key)
    reject(move, say('{from} leads back to itself', { from: move.from }))
  }

  database.exec('delete from redirect')
  const put = database.prepare('insert or replace into redirect values (?, ?)')
  for (const [key, move] of byKey) {
    const to = endOf(move)
    const target = typeof to === 'object' ? (to.isPublic ? addressesOf(to, siteSettings)[0] : undefined) : to
    put.run(key, target ?? null)
  }
}

export const itemKinds = ['article', ...pageKinds] as const

/** The address by the id comes first, which a sub-item may not have; then the one by the sign. */
function addressesOf(
  { kind, folder, lang, number: id, parent, sign }: Target,
  { languages, sections }: AddressSettings,
): string[] {
  const byId =
    kind === 'article'
      ? // The folders of articles are the sections.
        articlePathById({ id, category: folder, parent_id: parent ?? undefined }, sections)
      : buildPath(kind, { id })
  const bySign = sign && (kind === 'about' ? buildPath('about', { id: sign }) : buildPath('detail', { sign }))
  return [byId, bySign].flatMap((path) => (path ? localizePath(path, { locale: lang, languages }) : []))
}

const withoutFragment = (target: string): string => target.split('#', 1)[0]!
const pathOf = (target: string): string => splitUrl(withoutFragment(target)).pathname

/** One key for all spellings of a path, with its query; undefined for a malformed percent-encoding. */
export function addressKey(address: string, siteSettings: AddressSettings): string | undefined {
  const { pathname, search } = splitUrl(address)
  const segments = decodedSegmentsOf(pathname)
  if (!segments) return undefined
  const trimmed = segments.length > 1 && segments.at(-1) === '' ? segments.slice(0, -1) : segments
  const unprefixed = trimmed[0] === siteSettings.languages[0] ? trimmed.slice(1) : trimmed
  const spelled = `/${unprefixed.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')}`
  const resolved = resolve(spelled, siteSettings)
  return (resolved.kind === 'redirect' ? resolved.to : spelled) + encodedPath(search)
}
