// The picture of a page where its address is shared: the item's own, or a card with its title.
import { digest } from './digest.ts'
import { imageSize } from './image.ts'
import type { Locale } from './locale.ts'
import { parseUrl } from './parse-url.ts'

export const shareCardSize = { width: 1200, height: 630 } as const
export const cardFolder = '/cards/'

/** All that is written on a card. */
export type CardText = { locale: Locale; site: string; host: string; section: string; title: string }
/** `path` is where the card of a page is served. */
export type ShareCard = CardText & { path: string }

/** To be raised when cards are drawn differently, so that nobody keeps the old ones. */
const drawing = 2

/** `page` is the page's unprefixed path. The address changes with what is drawn, so that it never has to be asked for again. */
export function shareCard(text: CardText, page: string): ShareCard {
  const id = digest(`${drawing} ${JSON.stringify(text)}`)
  return { ...text, path: `${cardFolder}${id}/${text.locale}${page === '/' ? '' : page}.png` }
}

/** The prefixed path of the page that a card is of; undefined for an address that is none. */
export function pageOfCard(path: string): string | undefined {
  const [, page] = /^\/cards\/[a-z0-9]{1,12}(\/(?:zh|en)(?:\/.+)?)\.png$/.exec(path) ?? []
  return page
}

export type ShareImage = { url: string; alt: string; width?: number; height?: number }

/** An item's own picture, where it is of a kind that social networks take: they take no drawings (SVG). */
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
