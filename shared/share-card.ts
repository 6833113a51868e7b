// Share image (og:image) of a page: the item's own image, or a share card with its title.
import { digest } from './digest.ts'
import { imageSize } from './image.ts'
import { isLocale, type Locale } from './locale.ts'
import { parseUrl } from './parse-url.ts'
import type { SectionKind } from './sections.ts'

export const shareCardSize = { width: 1200, height: 630 } as const
/** Where a card has its picture, in pixels. */
export const cardPictureBox = { left: 652, top: 145, width: 488, height: 366 } as const
export const cardFolder = '/cards/'
/** False in a copy without server/seo/cards: pages then have an image of their own, or none. */
export const hasShareCards: boolean = true

/**
 * The texts on a card, and the brand: `mark`, `colour` and `accent` as in the site configuration, '' for the neutral ones.
 * `sectionKind`: '' outside sections. `picture`: below /media/, '' for none.
 */
export type CardText = {
  locale: Locale
  site: string
  host: string
  section: string
  title: string
  mark: string
  colour: string
  accent: string
  sectionKind: SectionKind | ''
  picture: string
}
/** `path`: the path of the card. */
export type ShareCard = CardText & { path: string }

/** Version of the card design, part of the id: raise it when the design changes, so that cached cards are not used. */
const drawing = 5

/** `page` is the page's unprefixed path. The path changes with the content, so cards are immutable. */
export function shareCard(text: CardText, page: string): ShareCard {
  const id = digest(`${drawing} ${JSON.stringify(text)}`)
  return { ...text, path: `${cardFolder}${id}/${text.locale}${page === '/' ? '' : page}.png` }
}

/** Language and unprefixed path of the page of a card; undefined for other paths. */
export function pageOfCard(path: string): { locale: Locale; page: string } | undefined {
  const [, locale, page = '/'] = /^\/cards\/[a-z0-9]{1,12}\/(\w\w)(\/.+)?\.png$/.exec(path) ?? []
  return isLocale(locale) ? { locale, page } : undefined
}

export type ShareImage = { url: string; alt: string; width?: number; height?: number }

/** An image that a card shows: one of this site, of a kind that the server can draw. */
export function cardPicture(image: string | undefined): string {
  return image && /^\/media\/[^?#]+\.(?:svg|jpe?g|png|webp|avif)$/i.test(image) ? image : ''
}

/** An item's own image, if social networks support its type (not SVG). */
export function ownShareImage(
  image: string | undefined,
  alt: string,
  siteUrl: string,
): ShareImage | undefined {
  const url = image ? parseUrl(image, siteUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !/\.(?:jpe?g|png|webp|gif)$/i.test(url.pathname))
    return undefined
  return { url: url.href, alt, ...imageSize(url.pathname) }
}
