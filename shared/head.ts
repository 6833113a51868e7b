// Head of a page: title, canonical link and metadata; one pure function for server and client.
import { alternatesOf } from './alternates.ts'
import { iconPath, iconSize, nameOfSite } from './brand.ts'
import { languageTags } from './constants.ts'
import type { About, Article, Seo, Status } from './content/content.ts'
import type { SiteConfig } from './content/site.ts'
import type { ShownError } from './errors.ts'
import { type FeedLink, feedLinks } from './feeds.ts'
import { localizePath } from './href.ts'
import { sharePath, shareSize } from './image.ts'
import { localesOf, otherOf } from './languages.ts'
import type { Locale } from './locale.ts'
import { parseUrl } from './parse-url.ts'
import { shorten, withoutJoiners } from './plain-text.ts'
import { canonicalSearch } from './query.ts'
import type { RouteMatch } from './resolve.ts'

/** The result of a page's `head`. */
export type PageHead = {
  title?: string | undefined
  /** The unprefixed path of the item by its id, if the page has other URLs too. */
  path?: string | undefined
  /** `Page 2` of a list: makes title and description unique. */
  part?: string | undefined
  /** May be of any length; shortened here. */
  description?: string | undefined
  /** An image URL, absolute or root-relative. */
  image?: string | undefined
  imageAlt?: string | undefined
  type?: 'website' | 'article'
  noindex?: boolean | undefined
  /** The values that an item has for search engines replace those of the page. */
  seo?: Seo | undefined
  /** The status of an item that is not public. */
  status?: Status | undefined
  /** False for an item that has only this language; null where it has no alternates, see LoadContext. */
  inOther?: boolean | null
  /** Breadcrumb, without the home page. */
  trail?: Crumb[]
  /** The main entity, for structured data. */
  subject?:
    | ({ kind: 'article'; article: Article } | { kind: 'about'; about: About } | { kind: 'contact' })
    | undefined
}

type Meta = { name: string; content: string } | { property: string; content: string }
export type HeadModel = {
  title: string
  canonical?: string
  alternates: { hrefLang: string; href: string }[]
  /** None on errors. */
  feeds?: FeedLink[]
  /** The status of an item that is not public. */
  status?: Status | undefined
  metas: Meta[]
}

type HeadSite = { siteUrl: string; config: SiteConfig | undefined }

export function pageHead(own: PageHead, match: RouteMatch, site: HeadSite): HeadModel {
  const head = withSeo(own)
  const siteTitle = titleOfSite(site.config, match.locale)
  const ofHome = siteTitle ? '' : site.siteUrl.replace(/^https?:\/\//, '')
  const shown = head.title || (match.path === '/' ? ofHome : titleFromPath(match.path))
  const named = [shown || siteTitle, head.part].filter(Boolean).join(' – ')
  const short = [shorten(shown || siteTitle, titleColumns), head.part].filter(Boolean).join(' – ')
  const title = [shown && short, siteTitle].filter(Boolean).join(' | ')
  const url = site.siteUrl + localizePath(head.path ?? match.path, match) + canonicalSearch(match)
  const words = withoutJoiners(head.description || site.config?.[match.locale]?.description || '')
  const description = shorten([head.part, words].filter(Boolean).join(' – '), descriptionColumns)
  const image = shareImageOf({ ...head, title: shown, noindex: own.noindex }, match, site)
  const other = head.inOther === false ? undefined : otherOf(match)
  const model = { ...head, title: named, description, url, siteTitle, image, other }
  return {
    title,
    canonical: url,
    alternates: alternatesOf(
      (head.path ?? match.path) + canonicalSearch(match),
      { siteUrl: site.siteUrl, languages: match.languages },
      head.noindex || head.inOther === false || head.inOther === null ? [] : localesOf(match.languages),
    ),
    feeds: feedLinks(match, site.siteUrl, siteTitle),
    status: head.status,
    metas: [...(head.noindex ? [noindex] : []), ...shareMetas(model, match.locale)],
  }
}

function withSeo(head: PageHead): PageHead {
  const { title, description, image, noindex } = head.seo ?? {}
  return {
    ...head,
    ...(title && { title }),
    ...(description && { description }),
    // The alternative text is about the page's own image.
    ...(image && { image, imageAlt: undefined }),
    ...(noindex && { noindex }),
  }
}

export function errorHead({ statusCode, message }: ShownError): HeadModel {
  return { title: `${statusCode} - ${message}`, alternates: [], metas: [noindex] }
}

/** Search results show 80 Chinese characters or 160 Latin letters of a description. */
const descriptionColumns = 160
/** More than search results show; the heading of the page has the full title. */
const titleColumns = 100
const noindex: Meta = { name: 'robots', content: 'noindex' }

export function titleOfSite(config: SiteConfig | undefined, locale: Locale): string {
  return config?.[locale]?.title || config?.zh.title || ''
}

type ShareImage = { url: string; alt: string; width?: number; height?: number }

/**
 * The image that an item names for shared links, or its cover: one of this site in the size of shared links. A page without, and
 * a noindex page, have the mark of the brand.
 */
function shareImageOf(
  { title, image, imageAlt, noindex, seo }: PageHead,
  { locale }: RouteMatch,
  { siteUrl, config }: HeadSite,
): ShareImage | undefined {
  const alt = imageAlt || title || ''
  const made = noindex || seo?.image ? undefined : sharePath(image)
  const url = made && parseUrl(made, siteUrl)?.href
  if (url) return { url, alt, ...shareSize }
  const own = noindex ? undefined : ownShareImage(image, alt, siteUrl)
  if (own || !config?.brand?.mark) return own
  return { url: siteUrl + iconPath, alt: nameOfSite(config, locale), ...iconSize }
}

/** Undefined where social networks do not support its type. */
function ownShareImage(image: string | undefined, alt: string, siteUrl: string): ShareImage | undefined {
  const url = image ? parseUrl(image, siteUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || !/\.(?:jpe?g|png|webp|gif)$/i.test(url.pathname))
    return undefined
  return { url: url.href, alt }
}

type Share = Pick<PageHead, 'type'> &
  Record<'title' | 'description' | 'url' | 'siteTitle', string> & {
    image: ShareImage | undefined
    /** The other language of the page. */
    other: Locale | undefined
  }

function shareMetas(
  { title, description, url, siteTitle, image, type, other }: Share,
  locale: Locale,
): Meta[] {
  const metas: Record<string, string> = {
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:type': type ?? 'website',
    'og:site_name': siteTitle,
    'og:locale': languageTags[locale].replace('-', '_'),
    'og:locale:alternate': other ? languageTags[other].replace('-', '_') : '',
    'og:image': image?.url ?? '',
    'og:image:width': String(image?.width ?? ''),
    'og:image:height': String(image?.height ?? ''),
    'og:image:alt': image?.alt ?? '',
  }
  const properties = Object.entries(metas).map(([property, content]) => ({ property, content }))
  const card = image && image.url !== `${new URL(url).origin}${iconPath}` ? 'summary_large_image' : 'summary'
  const named = { description, 'twitter:card': card, 'twitter:image:alt': image?.alt ?? '' }
  return [...Object.entries(named).map(([name, content]) => ({ name, content })), ...properties].filter(
    (meta) => meta.content !== '',
  )
}

const smallWords = new Set('a an and as at but by for if in is nor of on or the to with'.split(' '))

/** `/news/our-way_ofWork` becomes `Our Way of Work`. */
export function titleFromPath(path: string): string {
  const segment = decodeURIComponent(path.split('/').filter(Boolean).at(-1) ?? '')
  return segment
    .split(/[-_.\s]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter(Boolean)
    .map((word, index) =>
      index > 0 && smallWords.has(word.toLowerCase()) ? word.toLowerCase() : upperFirst(word),
    )
    .join(' ')
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The last crumb is the page itself, without a link. */
export type Crumb = { title: string; to?: string }
