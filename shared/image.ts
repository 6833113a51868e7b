// Image size and responsive sources (srcset), from the file name.

export type ImageSize = { width: number; height: number }

/** `pump-1200x675.svg` is 1200 by 675 pixels; undefined if the name has no size. */
export function imageSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d{2,5})x(\d{2,5})(?:\.[\d-]+)?\.\w+(?:[?#]|$)/.exec(url) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** Widths of the copies of images that this server makes, or requests from a content system that makes them; in pixels. */
export const copyWidths = [480, 768, 1280, 1920] as const
export const resizedParameter = 'w'

/** Copies that this server makes of a file of the origin; none of a drawing, and of a name that promises copies of its own. */
export function resizedCopies(url: string): { url: string; width: number; height: undefined }[] {
  if (!/^\/media\/[^?#]+\.(?:jpe?g|png|webp|avif)$/i.test(url) || imageSources(url).length > 0) return []
  const most = imageSize(url)?.width ?? Number.POSITIVE_INFINITY
  return copyWidths
    .filter((width) => width <= most)
    .map((width) => ({ url: `${url}?${resizedParameter}=${width}`, width, height: undefined }))
}

/** The `srcset` of copies. */
export function srcSetOf(copies: readonly { url: string; width: number }[]): string {
  return copies
    .filter(({ url }) => url !== '')
    .map(({ url, width }) => `${encodeSpaces(url)} ${width}w`)
    .join(', ')
}

/** Spaces and commas separate the candidates. */
function encodeSpaces(url: string): string {
  return url.replaceAll(' ', '%20').replaceAll(',', '%2C')
}

/** `hall-1600x900.480-960.jpg` has the copies `hall-1600x900.480.avif`, `….480.webp`, `….960.avif`, `….960.webp`. */
export function imageSources(url: string): { type: string; srcSet: string }[] {
  const [, base, widths] =
    /^([^\s,]*-\d{2,5}x\d{2,5})\.(\d{2,4}(?:-\d{2,4})*)\.(?:jpe?g|png)$/.exec(url) ?? []
  if (!base || !widths) return []
  return ['avif', 'webp'].map((format) => ({
    type: `image/${format}`,
    srcSet: widths
      .split('-')
      .map((width) => `${base}.${width}.${format} ${width}w`)
      .join(', '),
  }))
}
