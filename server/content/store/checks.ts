// Checks of content files against each other: links, pictures, products, approvals, names of files.
import { readdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { say } from '../../../shared/content/problem.ts'
import { localizePath } from '../../../shared/href.ts'
import { defaultLanguages, localesOf } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import { type RouteMatch, resolve } from '../../../shared/resolve.ts'
import type { AddressSettings } from '../../../shared/site-settings.ts'
import type { ContentFault } from '../../base/content-source.ts'
import { urlProblem, withSuggestion } from '../markdown/fields.ts'
import type { LocalUrl } from '../markdown/local-urls.ts'
import { localeOf } from '../markdown/parse-file.ts'
import type { Fault } from '../markdown/problem.ts'
import { contentFolders, isVisible } from '../markdown/scan.ts'
import { siteFileNames, siteFileOf } from '../markdown/site-files.ts'
import statements from './checks.sql'
import { prepareAll } from './content-index.ts'
import { mediaPrefix } from './media.ts'
import ofMoves from './moves.sql'
import { addressKey, itemKinds, type MoveOptions } from './moves.ts'
import { createStoredSite } from './stored-site.ts'

type Options = MoveOptions & { root: string }

/** What is wrong with each file alone. */
export function storedFaults(database: DatabaseSync): ContentFault[] {
  // The columns of the query.
  return prepareAll<'faults'>(database, statements).faults.all() as ContentFault[]
}

export function checkContent(options: Options): void {
  reportUnknown(options)
  reportUnnamed(options)
  reportMissingProducts(options)
  reportUrls(options)
}

/** A misspelt name is content that the site does not show. Hidden files, backups of editors and documents are none. */
function reportUnknown({ root, siteSettings, report }: Options): void {
  const folders = contentFolders(siteSettings.sections)
  const known = [...siteFileNames, ...folders]
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const { name } = entry
    if (known.includes(name) || !isVisible(name) || /^(readme|license|licence)\b/i.test(name)) continue
    const [file, what, candidates] = entry.isDirectory()
      ? [`${name}/`, say('unknown folder'), folders.map((folder) => `${folder}/`)]
      : [name, say('unknown file'), siteFileNames]
    report({ file, line: 1, ...withSuggestion(what, file, candidates), effect: 'ignored' })
  }
}

/** A site with a description and without a name. */
function reportUnnamed({ database, report }: Options): void {
  const stored = createStoredSite(database)
  const site = stored('site')
  const [lang] = site.languages ?? defaultLanguages
  const isDescribed = Object.values({ ...site.zh, ...site.en }).some((value) => value !== undefined)
  if (!isDescribed || site[lang]?.title || stored('brand')[lang]?.name) return
  const problem = say('{lang}.title is missing, and brand.yaml has no {lang}.name', { lang })
  report({ file: siteFileOf('site'), line: 1, ...problem, effect: 'incomplete' })
}

/** Products that files and manuals name and that do not exist in their language. */
function reportMissingProducts({ database, lineOf, report }: Options): void {
  const { missingProducts } = prepareAll<'missingProducts'>(database, statements)
  for (const { path, field, id } of missingProducts.all()) {
    const line = lineOf(String(path), String(field))
    const problem = say('product {id} does not exist in this language', { id: Number(id) })
    report({ file: String(path), line, ...problem, effect: 'incomplete' })
  }
}

function reportUrls({ database, siteSettings, report }: Options): void {
  const { urls } = prepareAll<'urls'>(database, statements)
  const { named } = prepareAll<'named'>(database, ofMoves)
  const isServed = ({ page, params }: RouteMatch, lang: Locale) =>
    !itemKinds.some((kind) => kind === page) ||
    Object.values(params).every((name) => named.get({ kind: page, lang, name }))
  const redirect = database.prepare('select 1 from redirect where address = ?')
  const isMoved = (path: string) => redirect.get(addressKey(path, siteSettings) ?? '') !== undefined
  // The columns of the query.
  const rows = urls.all(mediaPrefix) as (LocalUrl & { path: string; isMissing: 0 | 1 })[]
  for (const { path, url, line, isMissing } of rows) {
    const fault: Omit<Fault, 'line'> | undefined = isMissing
      ? { ...say('no such file: {url}', { url }), effect: 'incomplete' }
      : linkFault(path, url, siteSettings, { isMoved, isServed })
    if (fault) report({ file: path, line, ...fault })
  }
}

/** Files, such as feeds, and calls of the API are no pages. */
const isFile = /\.[a-z\d]+$|^\/(?:api|assets|language|media|ops)\//i

/**
 * What is wrong with a link. In texts only pages of items are missing: the operator's redirects may make other addresses. An address
 * without a page in the menu or a banner is a remark. Links in Markdown have their language prefix, those of YAML files are used in
 * both languages.
 */
function linkFault(
  file: string,
  url: string,
  siteSettings: AddressSettings,
  is: { isMoved: (path: string) => boolean; isServed: (target: RouteMatch, lang: Locale) => boolean },
): Omit<Fault, 'line'> | undefined {
  const { languages } = siteSettings
  const path = url.replace(/[?#].*/, '')
  const target = resolve(path, siteSettings)
  const lang = file.endsWith('.md') ? localeOf(file) : undefined
  // No page shows the file.
  if (lang && !localesOf(languages).includes(lang)) return undefined
  if (target.kind === 'unmatched' || target.kind === 'invalid')
    return lang || file === siteFileOf('site') || isFile.test(path) || is.isMoved(path) || urlProblem(url)
      ? undefined
      : { ...say('no page has the address {url}', { url }), effect: 'remark' }
  if (target.kind !== 'page') return undefined
  const usedIn = lang ? [target.locale] : localesOf(languages)
  if (!usedIn.some((locale) => is.isServed(target, locale)))
    return { ...say('no such item: {url}', { url }), effect: 'incomplete' }
  if (lang && target.locale !== lang && is.isServed(target, lang)) {
    const here = localizePath(target.path, { locale: lang, languages })
    const text = 'a link to a page in the other language: {url}; in this language it is {path}'
    return { ...say(text, { url, path: here }), effect: 'remark' }
  }
  return undefined
}
