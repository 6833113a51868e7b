// Addresses of the content system in its content, as addresses of this site.

import { isLocale, type Locale } from '../../../shared/locale.ts'
import { withoutSlash } from '../../base/without-slash.ts'

export type Addresses = ReturnType<typeof createAddresses>

type AddressesOptions = {
  /** Base URL by language; both are the same where one system has both languages. */
  bases: Record<Locale, string>
  /** Where `/media/` is in the system: `/wp-content/uploads/`. */
  mediaFolder: string
}

const mediaPath = '/media/'
/** A second site has its files below `/media/site-en/`. */
const siteFolder = /^\/media\/site-([a-z]{2})\//
/** A system that names itself differently in every response must not fill the memory. */
const mostBases = 20

export function createAddresses({ bases, mediaFolder }: AddressesOptions) {
  const hasTwoSites = bases.en !== bases.zh
  const known = new Map<string, Locale>()

  /** Another URL by which the system names itself in its content. */
  function learn(url: string, locale: Locale): void {
    if (/^https?:\/\/[^/]/.test(url) && known.size < mostBases) known.set(withoutSlash(url), locale)
  }
  for (const locale of ['en', 'zh'] as const) learn(bases[locale], locale)

  /** The path below the base of the system, with query and fragment; undefined for another host. */
  function within(url: string): { path: string; locale: Locale } | undefined {
    for (const [base, locale] of known) {
      const [, rest] = [...schemesOf(base)].map((one) => afterBase(url, one)).find(([isIn]) => isIn) ?? []
      if (rest !== undefined) return { path: rest === '' ? '/' : rest, locale }
    }
    return undefined
  }

  function ownMedia({ path, locale }: { path: string; locale: Locale }): string | undefined {
    if (!path.startsWith(mediaFolder)) return undefined
    const site = hasTwoSites && locale !== 'zh' ? `site-${locale}/` : ''
    return mediaPath + site + path.slice(mediaFolder.length)
  }

  return {
    learn,
    hasTwoSites,
    /** The path of a link or file in the system; undefined where it leads elsewhere. `locale` of a relative one. */
    within(url: string, locale: Locale): string | undefined {
      return isRelative(url) ? relativeTo(bases[locale], url) : within(url)?.path
    },
    /** A file of the system as `/media/…`; other URLs as they are. */
    media(url: string, locale: Locale): string {
      const place = isRelative(url) ? { path: relativeTo(bases[locale], url), locale } : within(url)
      return (place && ownMedia(place)) ?? url
    },
    /** The path of `/media/…` in the system, and its site. */
    mediaSource(path: string): { path: string; locale: Locale } {
      const named = hasTwoSites ? siteFolder.exec(path) : null
      const locale = isLocale(named?.[1]) ? named[1] : 'zh'
      return { path: mediaFolder + path.slice(named ? named[0].length : mediaPath.length), locale }
    },
    /** Replaces what is left of the system's URLs in all texts of `value`: files by `/media/`, others by their path. */
    withoutBases(value: unknown): unknown {
      const bases = [...known.keys()].flatMap(schemesOf).sort((a, b) => b.length - a.length)
      return replaced(value, (text) =>
        bases.reduce(
          (left, base) =>
            left
              .replaceAll(base + mediaFolder, mediaPath)
              .replaceAll(new RegExp(`${escaped(base)}(?![\\w.-])(?=/)`, 'g'), '')
              .replaceAll(new RegExp(`${escaped(base)}(?![\\w.-])`, 'g'), '/'),
          text,
        ),
      )
    },
  }
}

/** Content systems behind a proxy write either scheme, and editors paste links without one. */
function schemesOf(base: string): string[] {
  const host = base.replace(/^https?:/, '')
  return [`https:${host}`, `http:${host}`, host]
}

function afterBase(url: string, base: string): [boolean, string?] {
  const rest = url.slice(base.length)
  return url.toLowerCase().startsWith(base.toLowerCase()) && /^(?:$|[/?#])/.test(rest)
    ? [true, rest]
    : [false]
}

function isRelative(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}

/** A root-relative URL of a system in a subfolder has the subfolder. */
function relativeTo(base: string, url: string): string {
  const { pathname } = new URL(base)
  const folder = withoutSlash(pathname)
  return folder !== '' && url.startsWith(`${folder}/`) ? url.slice(folder.length) : url
}

function replaced(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes('//') ? change(value) : value
  if (Array.isArray(value)) return value.map((item) => replaced(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, change)]))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
