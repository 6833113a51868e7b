// Sizes of an image in a content system, as browsers may choose from them.
import { numberFrom, urlFrom } from './values.ts'

export type ImageSize = { url: string; width: number; height: number }

const widest = 4096
/** Cropped copies have another shape. */
const shapeTolerance = 0.02

export function imageSizeFrom(url: unknown, width: unknown, height: unknown): ImageSize | undefined {
  const size = { url: urlFrom(url), width: numberFrom(width), height: numberFrom(height) }
  return size.url && size.width && size.height
    ? { url: size.url, width: size.width, height: size.height }
    : undefined
}

/** The copies of an image in its own shape, and itself, by width. */
export function sizesInShape(whole: ImageSize, copies: ImageSize[]): ImageSize[] {
  const shape = whole.width / whole.height
  const own = copies.filter(({ width, height }) => Math.abs(width / height / shape - 1) <= shapeTolerance)
  const byWidth = new Map([...own, whole].map((size) => [size.width, size]))
  return [...byWidth.values()].filter(({ width }) => width <= widest).sort((a, b) => a.width - b.width)
}
