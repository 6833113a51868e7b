// Image size from the file name, the widths of copies, and `srcset`.

export type ImageSize = { width: number; height: number }

/** `pump-1200x675.svg` is 1200 by 675 pixels; undefined if the name has no size. Other files have a size of their own. */
export function imageSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d{2,5})x(\d{2,5})\.svg(?:[?#]|$)/i.exec(url) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** The attribute `sizes` of pictures in texts, which are as wide as the text. */
export const imageSizes = '(min-width: 62rem) 46rem, 100vw'

/** Widths of the copies of images that this server makes, in pixels. */
export const copyWidths = [480, 768, 1280, 1920] as const

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
