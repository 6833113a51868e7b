// URL resolution: URL to route, locale and parameters, for the server, the client and the sitemap.
import { pageError } from './errors.ts'
import { buildPath, localizePath } from './href.ts'
import {
  type AddressLanguage,
  defaultLanguages,
  hasLanguage,
  hasTwo,
  type SiteLanguages,
} from './languages.ts'
import type { Locale } from './locale.ts'
import { splitUrl, type UrlParts } from './parse-url.ts'
import { decodedSegmentsOf, pathMatcher } from './path-pattern.ts'
import { type PageKind, paramRules, type RouteId, routeIds, routeName, routeOf } from './routes.ts'
import type { Section, SiteSections } from './sections.ts'
import { type AddressSettings, defaultSiteSettings } from './site-settings.ts'

export type RouteMatch = {
  kind: 'page'
  /** `news-list` for the page `section-list` in the section news. */
  route: string
  id: RouteId
  page: PageKind
  /** The section of the page. */
  section?: Section
  /** All sections of the site. */
  sections: SiteSections
  languages: SiteLanguages
  locale: Locale
  params: Record<string, string>
  /** The query as written in the URL, `?` included, or ''. */
  search: string
  /** The unprefixed path, normalized. */
  path: string
}

export type Resolution =
  | RouteMatch
  | { kind: 'redirect'; to: string }
  /** Matches a pattern but not its parameter rule, or matches nothing. */
  | { kind: 'invalid' | 'unmatched'; message: string }
  /** A malformed percent-encoding. */
  | { kind: 'malformed'; message: string }

/** `url` is the path with its query, as on the request line; `siteSettings`: of the site. */
export function resolve(url: string, siteSettings: AddressSettings = defaultSiteSettings): Resolution {
  return resolveParts(splitUrl(url), siteSettings)
}

export function resolveParts(
  { pathname, search }: UrlParts,
  { languages, sections }: AddressSettings,
): Resolution {
  const segments = decodedSegmentsOf(pathname)
  if (!segments) return { kind: 'malformed', message: 'Malformed URL' }

  const { prefix, locale, rest } = splitLocale(segments, languages)
  const matched = pathname.startsWith('/') ? match(rest, sections) : undefined
  if (!matched) return { kind: 'unmatched', message: `Page not found: ${pathname}${search}` }
  if (matched === 'invalid') return { kind: 'invalid', message: `Page Not Found: ${pathname}${search}` }

  const { id, section, params } = matched
  const path = buildPath(id, { ...params, section: section?.slug })
  // In a site with one language the prefix is only an old spelling.
  const shown = hasTwo(languages) ? prefix : ''
  const spelling = shown ? (path === '/' ? `/${shown}` : `/${shown}${path}`) : path
  if (spelling !== pathname) return { kind: 'redirect', to: spelling + search }
  return {
    kind: 'page',
    route: routeName(id, section?.slug),
    id,
    page: routeOf(id).page,
    ...(section && { section }),
    sections,
    languages,
    locale,
    params,
    search,
    path,
  }
}

/** The path of a match as links write it: the first language of the site unprefixed. */
export function pathOf(match: { path: string }, language: AddressLanguage): string {
  return localizePath(match.path, language)
}

/** Removes the language prefix. */
function splitLocale(
  parts: string[],
  languages: SiteLanguages,
): { prefix: string; locale: Locale; rest: string[] } {
  // A trailing slash is ignored.
  const trimmed = parts.at(-1) === '' ? parts.slice(0, -1) : parts
  const first = trimmed[0]?.toLowerCase()
  const prefix = hasLanguage(languages, first) ? first : ''
  return { prefix, locale: prefix || languages[0], rest: prefix ? trimmed.slice(1) : trimmed }
}

type Found = { id: RouteId; section: Section | undefined; params: Record<string, string> }

function match(segments: string[], sections: SiteSections): Found | 'invalid' | undefined {
  for (const { id, fit } of patterns) {
    const values = fit(segments)
    if (!values) continue
    const { section: slug, ...given } = values
    const { params = {}, kinds } = routeOf(id)
    const section = slug === undefined ? undefined : sections.of(slug.toLowerCase())
    const isHere = slug === undefined || (section && (kinds?.includes(section.kind) ?? true))
    if (!isHere) continue
    const valid = Object.entries(given).every(([name, value]) =>
      paramRules[params[name] ?? name]?.test(value),
    )
    return valid ? { id, section, params: given } : 'invalid'
  }
  return undefined
}

const patterns = routeIds.map((id) => ({
  id,
  fit: pathMatcher(routeOf(id).pattern, { ignoreCase: true }),
}))

/** The locale of a URL's prefix, whether or not the rest is a page. */
export function localeOfPath(url: string, languages = defaultLanguages): Locale | undefined {
  const prefix = url.split(/[/?]/)[1]?.toLowerCase()
  return hasLanguage(languages, prefix) ? prefix : undefined
}

/** Throws PageError if a URL is not a page. */
export function matchOf(target: Resolution): RouteMatch {
  switch (target.kind) {
    case 'page':
      return target
    case 'invalid':
    case 'unmatched':
      throw pageError(404, target.message)
    case 'malformed':
      throw pageError(400, target.message)
    case 'redirect':
      throw pageError(404, `Page not found: ${target.to}`)
    default:
      return target satisfies never
  }
}
