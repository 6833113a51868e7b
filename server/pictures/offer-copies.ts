// Media in HTML: `source` elements, size and colour of the pictures whose file is known, and addresses with the digest of
// their file.
import { decodeHTMLAttribute } from 'entities'
import { imageSizes } from '../../shared/image.ts'
import { copyUrl, formats, type Picture, picturePath, type Shown, widthsOf } from './picture.ts'

/** Undefined: not known yet, or sent as it is. */
type Find = (path: string) => Picture | undefined
/** Of the file of an address; undefined where it is not known. */
type DigestOf = (url: string) => string | undefined
/** `onPicture` is called with the path of each picture that may have copies, and each address that gets a digest. */
export type OfferCopies = (html: string, onPicture?: (path: string) => void) => string

type Known = { path: string; version: string; shown: Shown }
type KnownOf = (url: string) => Known | undefined

const elements = /<(picture|\/picture|source|img|a|link)\b[^<>]*>/g
const urlAttributes = / (?:src|srcset|imagesrcset|href)="[^"]*"/gi
/** Those of a list are separated by commas; with a query or a fragment they are left as they are. */
const mediaUrl = /(?<=[", ])\/media\/[^\s",?#]+(?=[\s",])/g

/** An image of a text is an `img` alone, with `decoding`; others of this kind belong to the page's frame, such as the logo. */
export function createOfferCopies(find: Find, digestOf: DigestOf = () => undefined): OfferCopies {
  return (html, onPicture = () => {}) => {
    const withDigests = (element: string) =>
      element.replace(urlAttributes, (attribute) =>
        attribute.replace(mediaUrl, (text) => {
          const url = decodeHTMLAttribute(text)
          const digest = digestOf(url)
          if (digest === undefined) return text
          onPicture(url)
          return `${text}?v=${digest}`
        }),
      )

    const known: KnownOf = (url) => {
      const path = picturePath(decodeHTMLAttribute(url))
      if (path) onPicture(path)
      const { version, shown } = (path && find(path)) || {}
      return path && version && shown ? { path, version, shown } : undefined
    }
    let isInside = false
    const withCopies = (element: string, name: string): string => {
      if (name.endsWith('picture')) isInside = name === 'picture'
      else if (isInside) return name === 'img' ? withSources(element, known) : narrow(element, known)
      else if (name === 'img' && attribute(element, 'decoding')) return alone(withSources(element, known))
      return element
    }
    return html.replace(elements, (element, name) => withDigests(withCopies(element, name)))
  }
}

function alone(image: string): string {
  return image.startsWith('<source') ? `<picture>${image}</picture>` : image
}

function withSources(image: string, knownOf: KnownOf): string {
  const sizes = attribute(image, 'sizes') ?? imageSizes
  const known = knownOf(attribute(image, 'src') ?? '')
  // HTML: `sizes` is for candidates with a width.
  const own = attribute(image, 'srcset') ? image : without(image, 'sizes')
  return known ? sources(known, `sizes="${sizes}"`) + sized(own, known.shown) : own
}

/** The picture of narrow screens. */
function narrow(source: string, knownOf: KnownOf): string {
  const [, url = ''] = /^(\S+)(?: \d+w)?$/.exec(attribute(source, 'srcset') ?? '') ?? []
  const known = url ? knownOf(url) : undefined
  if (!known) return source
  const { width, height } = known.shown
  const media = `media="${attribute(source, 'media')}" sizes="100vw" width="${width}" height="${height}"`
  return sources(known, media) + sized(source, known.shown)
}

function sources({ path, version, shown }: Known, attributes: string): string {
  const widths = widthsOf(shown)
  if (widths.length === 0) return ''
  return formats
    .map((format) => {
      const candidates = widths.map(
        ({ wanted, width }) => `${copyUrl(path, { width: wanted, format, version })} ${width}w`,
      )
      return `<source type="image/${format}" srcset="${candidates.join(', ').replaceAll('&', '&amp;')}" ${attributes}/>`
    })
    .join('')
}

/** The element at most as wide as the file, in its shape. */
function sized(element: string, { width: most, height, colour }: Shown): string {
  const width = Math.min(Number(attribute(element, 'width')) || most, most)
  const size = ` width="${width}" height="${Math.max(1, Math.round((width * height) / most))}"`
  const ground = colour && element.startsWith('<img') ? ` data-colour="${colour}"` : ''
  return without(without(element, 'width'), 'height').replace(/ ?\/?>$/, () => `${size}${ground}/>`)
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`, 'i').exec(element)?.[1]
}

function without(element: string, name: string): string {
  return element.replace(new RegExp(` ${name}="[^"]*"`, 'i'), '')
}
