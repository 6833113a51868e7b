// Image size and responsive sources (srcset), from the file name.

export type ImageSize = { width: number; height: number }

/** `pump-1200x675.svg` is 1200 by 675 pixels; undefined if the name has no size. */
export function imageSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d{2,5})x(\d{2,5})(?:\.[\d-]+)?\.\w+(?:[?#]|$)/.exec(url) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
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
