// Image size from the file name, the widths of copies, and `srcset`.

type ImageSize = { width: number; height: number }

/** `pump-1200x675.svg` is 1200 by 675 pixels; undefined if the name has no size. Other files have a size of their own. */
export function imageSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d{2,5})x(\d{2,5})\.svg(?:[?#]|$)/i.exec(url) ?? []
  return width ? { width: Number(width), height: Number(height) } : undefined
}

/** The attribute `sizes` of pictures in texts, which are as wide as the text. */
export const imageSizes = '(min-width: 62rem) 46rem, 100vw'

/** Widths of the copies of images that this server makes, in pixels. */
export const copyWidths = [480, 768, 1280, 1920] as const

export const copyFormats = ['avif', 'webp'] as const
export type CopyFormat = (typeof copyFormats)[number]

/**
 * A picture below /media/ whose file is known. `path`: canonical; `version`: a digest of the file; the size as it is seen, after
 * the orientation of EXIF; `colour`: the mean, undefined for a picture with transparency.
 */
export type KnownPicture = ImageSize & { path: string; version: string; colour: string | undefined }

/** The files below /media/, as far as they are known while a page is rendered. */
export type Media = {
  /** Changes when more, or something else, is known of a file. */
  version: number
  /** Called for a file of a part that is not rendered again. */
  onFile: (path: string) => void
  /** The address with the digest of its file; unchanged where that is not known. */
  urlOf: (url: string) => string
  /** Undefined for what is not known yet, or is sent as it is, such as an animation. */
  pictureOf: (url: string) => KnownPicture | undefined
}

/** `onFile` is called with the path of each picture that may have copies, and each address that gets a digest. */
export type MediaFor = (onFile?: (path: string) => void) => Media

/** The table's widths that are narrower than the picture, and the next one, which has all of its pixels. */
export function widthsOf({ width }: ImageSize): { wanted: number; width: number }[] {
  if (width <= copyWidths[0]) return []
  return copyWidths
    .filter((_, at) => (copyWidths[at - 1] ?? 0) < width)
    .map((wanted) => ({ wanted, width: Math.min(wanted, width) }))
}

/** The copies of a picture, whose addresses server/pictures/picture.ts reads. */
export function copiesOf(picture: KnownPicture, format: CopyFormat): { url: string; width: number }[] {
  const { path, version } = picture
  return widthsOf(picture).map(({ wanted, width }) => ({
    url: `${path}?w=${wanted}&f=${format}&v=${version}`,
    width,
  }))
}

/** The size in the shape of the file, at most `most` pixels wide and not wider than the file. */
export function sizeWithin(picture: ImageSize, most = picture.width): ImageSize {
  const width = Math.min(most, picture.width)
  return { width, height: Math.max(1, Math.round((width * picture.height) / picture.width)) }
}

/** The `srcset` of copies. */
export function srcSetOf(copies: readonly { url: string; width: number }[]): string {
  return copies
    .filter(({ url }) => url !== '')
    .map(({ url, width }) => `${candidateUrl(url)} ${width}w`)
    .join(', ')
}

/** An address in a `srcset`, whose candidates are separated by spaces and commas. */
export function candidateUrl(url: string): string {
  return url.replaceAll(' ', '%20').replaceAll(',', '%2C')
}

/** The size of the picture of a shared link, in pixels. */
export const shareSize = { width: 1200, height: 630 } as const
export const shareFolder = '/share/'

/** The picture of a shared link that the server makes of a file below /media/; undefined for another address. */
export function sharePath(image: string | undefined): string | undefined {
  const [, file] = /^\/media\/([^?#]+\.(?:svg|jpe?g|png|webp|avif))$/i.exec(image ?? '') ?? []
  return file && `${shareFolder}${file}.jpg`
}
