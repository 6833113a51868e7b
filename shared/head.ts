// Title, canonical link and metadata of a page, by one pure function for server and client.
import { canonicalQueryKeys, languageTags } from './constants.ts'
import type { About, Article, SiteConfig } from './content/content.ts'
import type { Crumb } from './crumb.ts'
import type { ShownError } from './errors.ts'
import { buildPath, localizePath } from './href.ts'
import { type Locale, otherLocale } from './locale.ts'
import { parseUrl } from './parse-url.ts'
import { shorten } from './plain-text.ts'
import { alternates, type RouteMatch } from './resolve.ts'
import { routeOf } from './routes.ts'
import { titleFromPath } from './title.ts'

/** What a page says of itself. */
export type PageHead = {
  title?: string | undefined
  /** Which part of a page that has several, `Page 2`: it tells their titles and descriptions apart. */
  part?: string | undefined
  /** Of any length: it is shortened here. */
  description?: string | undefined
  /** An image URL, absolute or root-relative. */
  image?: string | undefined
  type?: 'website' | 'article'
  noindex?: boolean
  /** False for an item that has only this language. */
  inOther?: boolean
  /** The way from the home page to here, without the home page. */
  trail?: Crumb[]
  /** What the page is about, for structured data. */
  subject?: Subject | undefined
}

export type Subject =
  | { kind: 'article'; article: Article }
  | { kind: 'about'; about: About }
  | { kind: 'contact' }

export type Meta = { name: string; content: string } | { property: string; content: string }
export type HeadModel = {
  title: string
  canonical?: string
  alternates: { hrefLang: string; href: string }[]
  metas: Meta[]
}

export type HeadSite = { siteUrl: string; config: SiteConfig | undefined }

export function pageHead(head: PageHead, match: RouteMatch, site: HeadSite): HeadModel {
  const siteTitle = titleOfSite(site.config, match.locale)
  const own = head.title || (match.path === '/' ? '' : titleFromPath(match.path))
  const named = [own || siteTitle, head.part].filter(Boolean).join(' – ')
  const short = [shorten(own || siteTitle, titleColumns), head.part].filter(Boolean).join(' – ')
  const title = [own && short, siteTitle].filter(Boolean).join(' | ')
  const url = site.siteUrl + canonicalPath(match, match.locale)
  const words = head.description || site.config?.[match.locale]?.description || ''
  const description = shorten([head.part, words].filter(Boolean).join(' – '), descriptionColumns)
  const model = { ...head, title: named, description, url, siteTitle }
  return {
    title,
    canonical: url,
    alternates: head.inOther === false ? [] : alternateLinks(match, site.siteUrl),
    metas: [...(head.noindex ? [noindex] : []), ...shareMetas(model, match.locale, site.siteUrl)],
  }
}

export function errorHead({ statusCode, message }: ShownError): HeadModel {
  return { title: `${statusCode} - ${message}`, alternates: [], metas: [noindex] }
}

/** What results of a search show of a description: 80 Chinese characters, 160 Latin letters. */
const descriptionColumns = 160
/** More than results show, and less than makes a tab or a bookmark unreadable; the heading has all of it. */
const titleColumns = 100
const defaultImage = '/share.png'
const noindex: Meta = { name: 'robots', content: 'noindex' }

export function titleOfSite(config: SiteConfig | undefined, locale: Locale): string {
  return config?.[locale]?.title || config?.zh.title || ''
}

/**
 * The canonical path with only the whitelisted query keys, sorted. What a page shows without a parameter is one page
 * with what it shows for that parameter's default: `/about/1` is `/about`.
 */
export function canonicalPath(match: RouteMatch, locale: Locale): string {
  const given = new URLSearchParams(match.search)
  const kept = new URLSearchParams()
  for (const key of canonicalQueryKeys.toSorted()) {
    const value = given.get(key)
    if (value) kept.append(key, value)
  }
  return localizePath(pathWithoutDefaults(match), locale) + (kept.size > 0 ? `?${kept}` : '')
}

function pathWithoutDefaults({ route, params, path }: RouteMatch): string {
  const { defaults = {} } = routeOf(route)
  const own = Object.entries(params).filter(([name, value]) => defaults[name] !== value)
  return own.length === Object.keys(params).length ? path : buildPath(route, Object.fromEntries(own))
}

function alternateLinks(match: RouteMatch, siteUrl: string): HeadModel['alternates'] {
  const links = alternates(match).map(({ locale }) => ({
    hrefLang: languageTags[locale] as string,
    href: siteUrl + canonicalPath(match, locale),
  }))
  return [...links, { hrefLang: 'x-default', href: siteUrl + canonicalPath(match, 'zh') }]
}

type Share = PageHead & { title: string; description: string; url: string; siteTitle: string }

function shareMetas(
  { title, description, url, siteTitle, image, type }: Share,
  locale: Locale,
  siteUrl: string,
): Meta[] {
  const metas: Record<string, string> = {
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:type': type ?? 'website',
    'og:site_name': siteTitle,
    'og:locale': languageTags[locale].replace('-', '_'),
    'og:locale:alternate': languageTags[otherLocale(locale)].replace('-', '_'),
    'og:image': (parseUrl(image || defaultImage, siteUrl) ?? new URL(defaultImage, siteUrl)).href,
  }
  const properties = Object.entries(metas).map(([property, content]) => ({ property, content }))
  const named = { description, 'twitter:card': 'summary_large_image' }
  return [...Object.entries(named).map(([name, content]) => ({ name, content })), ...properties].filter(
    (meta) => meta.content !== '',
  )
}
