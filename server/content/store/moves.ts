// Moves: addresses that lead to other ones, by `aliases` of items, `redirects` of site.yaml and former signs, checked against each other
// and against the pages.
import type { DatabaseSync } from 'node:sqlite'
import { pageKinds } from '../../../shared/constants.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'
import { articlePathById, buildPath, localizePath } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import { encodedPath } from '../../../shared/redirects.ts'
import { localeOfPath, resolve, splitUrl } from '../../../shared/resolve.ts'
import type { AddressSettings } from '../../../shared/site-settings.ts'
import type { ItemKind } from '../../base/content-source.ts'
import { aliasField, redirectField } from '../markdown/checked-fields.ts'
import type { Report } from '../markdown/problem.ts'
import { siteFileOf } from '../markdown/site-files.ts'
import type { Item } from './files.ts'

/** An item, whether or not it is public. `name`: see Item. */
type Target = Omit<Item, 'row' | 'kept' | 'last'> & { isPublic: 0 | 1 }
/** `to`: an item, or a path with query and fragment. */
type Move = { from: string; to: Target | string; file: string; line: number }
type Options = { database: DatabaseSync; siteSettings: AddressSettings; report: Report }

const columns = `file.path, substr(file.path, 1, length(file.path) - 6) as name, folder, file.kind, file.lang, number, file.sign, file.parent,
  exists (select 1 from entry where entry.file = file.id) as isPublic`

/** Stores the redirects. Those that never work are reported. Returns whether an address leads elsewhere. */
export function storeMoves({ database, siteSettings, report }: Options): (path: string) => boolean {
  const named = database.prepare(
    `select ${columns} from file where kind = ? and lang = ? and number = ? and content is not null`,
  )
  const signed = database.prepare(
    `select ${columns} from file where kind = ? and lang = ? and sign = ? and content is not null`,
  )
  const { languages } = siteSettings
  const byKey = new Map<string, Move>()

  function problemOf(key: string, { from }: Move): Problem | undefined {
    const page = pageAt(pathOf(key))
    if (page) return say('{from} leads nowhere else: it is the address of {page}', { from, page })
    const other = byKey.get(key)
    return (
      other &&
      say('{from} already leads elsewhere ({file}:{line})', { from, file: other.file, line: other.line })
    )
  }

  /** The file of the item with this address, or the words for another page. */
  function pageAt(key: string): string | Problem | undefined {
    const target = resolve(key, siteSettings)
    if (target.kind !== 'page') return undefined
    const name = Object.values(target.params).at(-1)
    const kind = itemKinds.find((kind) => kind === target.page)
    if (!kind || name === undefined) return say('a page of every site')
    // The columns of the queries.
    const items = [
      ...named.all(kind, target.locale, Number(name) || 0),
      ...signed.all(kind, target.locale, name),
    ] as Target[]
    return items.find((item) => addressesOf(item, siteSettings).includes(key))?.path
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

  const reject = ({ file, line }: Move, problem: Problem) =>
    report({ file, line, ...problem, effect: 'incomplete' })
  for (const move of [...redirectsIn(database, languages, report), ...aliasesIn(database)]) {
    const key = addressKey(move.from, siteSettings)
    if (key === undefined || isRepeated(move, byKey.get(key))) continue
    const problem = problemOf(key, move)
    if (problem) reject(move, problem)
    else byKey.set(key, move)
  }
  const loops = [...byKey].filter(([, move]) => endOf(move) === undefined)
  for (const [key, move] of loops) {
    byKey.delete(key)
    reject(move, say('{from} leads back to itself', { from: move.from }))
  }

  database.exec('delete from redirect')
  const put = database.prepare('insert or replace into redirect values (?, ?)')
  const store = (key: string | undefined, to: Move['to'] | undefined) => {
    const target = typeof to === 'object' ? (to.isPublic ? addressesOf(to, siteSettings)[0] : undefined) : to
    if (key !== undefined && target !== undefined) put.run(key, target)
  }
  for (const { type, lang, number, formerSign } of formerSigns(database)) {
    const address = signAddress(type as ItemKind, String(formerSign), { locale: lang as Locale, languages })
    store(addressKey(address, siteSettings), named.get(type!, lang!, number!) as Target | undefined)
  }
  for (const [key, move] of byKey)
    if (typeof move.to === 'string' || move.to.isPublic) store(key, endOf(move))

  return (path) => moveOf(path) !== undefined
}

const itemKinds = ['article', ...pageKinds] as const

/** The languages of an item may have the same aliases: the first one counts. */
function isRepeated({ to }: Move, earlier: Move | undefined): boolean {
  return typeof to === 'object' && typeof earlier?.to === 'object' && to.name === earlier.to.name
}

function aliasesIn(database: DatabaseSync): Move[] {
  const rows = database.prepare(
    `select ${columns}, value, key, lines from file, json_each(aliases) where content is not null order by kind <> 'article', file.path, key`,
  )
  return rows.all().map(({ value, key, lines, ...item }) => ({
    from: String(value),
    // The columns of the query.
    to: item as Target,
    file: String(item['path']),
    line: JSON.parse(String(lines))[aliasField(Number(key))],
  }))
}

function redirectsIn(
  database: DatabaseSync,
  languages: AddressSettings['languages'],
  report: Report,
): Move[] {
  const file = siteFileOf('site')
  const rows = database.prepare(
    `select key, value, lines from file, json_each(content, '$.redirects') where file.path = ? order by json_each.id`,
  )
  const items = database.prepare(
    `select ${columns} from file where file.path in (? || '.zh.md', ? || '.en.md') and content is not null order by file.path = ? desc`,
  )
  return rows.all(file).flatMap(({ key, value, lines }) => {
    const [from, written] = [String(key), String(value)]
    const line = JSON.parse(String(lines))[redirectField(from)]
    const lang = localeOfPath(from, languages) ?? languages[0]
    // The columns of the query.
    const to = written.startsWith('/')
      ? encodedPath(written)
      : (items.get(written, written, `${written}.${lang}.md`) as Target | undefined)
    if (to !== undefined) return [{ from, to, file, line }]
    report({ file, line, ...say('no such item: {url}', { url: written }), effect: 'incomplete' })
    return []
  })
}

/** The signs that items had before, those that this reading has changed last. */
function formerSigns(database: DatabaseSync) {
  return database
    .prepare(
      `select type, lang, number, sign as formerSign from records.former_sign
          where source = (select folder from source) and type in ('article', 'about')
        union all
        select known.kind, known.lang, known.number, known.sign from known join file using (kind, lang, number)
          where known.sign is not null and content is not null and file.sign is not known.sign and kind in ('article', 'about')`,
    )
    .all()
}

/** The address by the id comes first, which a sub-item may not have; then the one by the sign. */
function addressesOf(
  { kind, folder, lang, number: id, parent, sign }: Target,
  { languages, sections }: AddressSettings,
): string[] {
  const language = { locale: lang, languages }
  const byId =
    kind === 'article'
      ? // The folders of articles are the sections.
        articlePathById({ id, category: folder, parent_id: parent ?? undefined }, sections)
      : buildPath(kind, { id })
  return [
    ...(byId === undefined ? [] : [localizePath(byId, language)]),
    ...(sign === null ? [] : [signAddress(kind, sign, language)]),
  ]
}

function signAddress(kind: ItemKind, sign: string, language: Parameters<typeof localizePath>[1]): string {
  return localizePath(
    kind === 'about' ? buildPath('about', { id: sign }) : buildPath('detail', { sign }),
    language,
  )
}

const withoutFragment = (target: string): string => target.split('#', 1)[0]!
const pathOf = (target: string): string => splitUrl(withoutFragment(target)).pathname

/** The same for all spellings of a path, with its query; undefined for a malformed percent-encoding. */
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
