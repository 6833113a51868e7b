// Addresses of items, and how an address is compared with others.
import { articlePathById, buildPath, localizePath } from '../../shared/href.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'
import { encodedPath } from '../../shared/redirects.ts'
import { resolve, splitUrl } from '../../shared/resolve.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'
import type { ItemKind } from '../base/content-source.ts'
import type { Entry, Served } from './entry.ts'

type Front = {
  id: number
  sign?: string | undefined
  parent?: number | undefined
  aliases?: string[] | undefined
}

/** `main`: undefined for a sub-item without a page. `all`: with the second address, by the sign. */
export type Place = { kind: ItemKind; entry: Entry<Front>; main: string | undefined; all: string[] }

export function placesOf(
  { articles, abouts, downloads, manuals }: Served,
  siteSettings: AddressSettings,
): Place[] {
  const inKind = (kind: ItemKind, entries: Entry<Front>[]) =>
    entries.map((entry) => placeOf(kind, entry, siteSettings))
  return [
    ...inKind('article', articles),
    ...inKind('about', abouts),
    ...inKind('download', downloads),
    ...inKind('manual', manuals),
  ]
}

function placeOf(kind: ItemKind, entry: Entry<Front>, siteSettings: AddressSettings): Place {
  const { lang, front } = entry
  const language = { locale: lang, languages: siteSettings.languages }
  const byId = pathById(kind, entry, siteSettings)
  const second = front.sign === undefined ? undefined : signAddress(kind, front.sign, language)
  const first = byId && localizePath(byId, language)
  return { kind, entry, main: first ?? second, all: [first, second].filter((path) => path !== undefined) }
}

function pathById(
  kind: ItemKind,
  { file, front: { id, parent } }: Entry<Front>,
  { sections }: AddressSettings,
): string | undefined {
  if (kind !== 'article') return buildPath(kind, { id })
  // The folders of articles are the sections.
  return articlePathById({ id, category: file.split('/')[0] ?? '', parent_id: parent }, sections)
}

export function signAddress(kind: ItemKind, sign: string, language: PageLanguage): string {
  const path = kind === 'about' ? buildPath('about', { id: sign }) : buildPath('detail', { sign })
  return localizePath(path, language)
}

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
