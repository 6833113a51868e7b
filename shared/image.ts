// The size of an image, from its file name.

export type ImageSize = { width: number; height: number }

/** `pump-1200x675.svg` is 1200 by 675 pixels; undefined where the name does not tell. */
export function imageSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d{2,5})x(\d{2,5})\.\w+(?:[?#]|$)/.exec(url) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}
