// A picture in memory onto which shapes are painted with smooth edges.

/** Closed lines in pixels, y downwards; a line that turns the other way is a hole. */
export type Shape = Corner[][]
export type Corner = { x: number; y: number }
/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]
/** From the upper left corner of the picture to the lower right one. */
export type Paint = { from: Colour; to?: Colour; opacity?: number }

export type Canvas = ReturnType<typeof createCanvas>

const invisible = 1 / 512

/** `pixels` has three bytes a pixel. */
export function createCanvas(
  width: number,
  height: number,
  pixels: Uint8Array = new Uint8Array(width * height * 3),
) {
  /** A row has one pixel more, for what begins where the picture ends. */
  const stride = width + 2
  const cover = new Float32Array(stride * height)

  /** What lies inside by the non-zero rule. */
  const fill = (shape: Shape, { from, to = from, opacity = 1 }: Paint) => {
    for (const line of shape) {
      for (const [index, corner] of line.entries()) edge(line.at(index - 1)!, corner)
    }
    const { left, right, top, bottom } = boundsOf(shape)
    for (let y = top; y < bottom; y++) {
      let inside = 0
      for (let x = left; x < right; x++) {
        inside += cover[y * stride + x]!
        const amount = Math.min(1, Math.abs(inside)) * opacity
        if (amount > invisible) blend((y * width + x) * 3, from, to, (x / width + y / height) / 2, amount)
      }
      cover.fill(0, y * stride, (y + 1) * stride)
    }
  }

  const blend = (at: number, from: Colour, to: Colour, way: number, amount: number) => {
    for (let part = 0; part < 3; part++) {
      const wanted = from[part]! + (to[part]! - from[part]!) * way
      const before = pixels[at + part]!
      pixels[at + part] = Math.round(before + (wanted - before) * amount)
    }
  }

  const boundsOf = (shape: Shape) => {
    const corners = shape.flat()
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    return {
      left: Math.max(0, Math.floor(Math.min(...xs))),
      right: Math.min(width, Math.ceil(Math.max(...xs)) + 1),
      top: Math.max(0, Math.floor(Math.min(...ys))),
      bottom: Math.min(height, Math.ceil(Math.max(...ys)) + 1),
    }
  }

  /** Row by row, and in each row pixel by pixel. */
  const edge = (start: Corner, end: Corner) => {
    if (start.y === end.y) return
    const direction = start.y < end.y ? 1 : -1
    const [upper, lower] = direction > 0 ? [start, end] : [end, start]
    const slope = (lower.x - upper.x) / (lower.y - upper.y)
    const xAt = (y: number) => Math.min(width, Math.max(0, upper.x + (y - upper.y) * slope))
    for (let row = Math.max(0, Math.floor(upper.y)); row < Math.min(height, Math.ceil(lower.y)); row++) {
      const [from, to] = [Math.max(row, upper.y), Math.min(row + 1, lower.y)]
      const [a, b] = [xAt(from), xAt(to)]
      across(row * stride, Math.min(a, b), Math.max(a, b), (to - from) * direction)
    }
  }

  /**
   * In each pixel: how much of it lies to the right of the edge. In the one after it: the rest, so that the running
   * sum along a row is how much of each pixel is inside.
   */
  const across = (row: number, left: number, right: number, tall: number) => {
    const last = Math.floor(right)
    for (let x = Math.floor(left); x <= last; x++) {
      const [from, to] = [Math.max(left, x), Math.min(right, x + 1)]
      const share = right > left ? (tall * (to - from)) / (right - left) : tall
      const rightOf = share * (x + 1 - (from + to) / 2)
      cover[row + x]! += rightOf
      cover[row + x + 1]! += share - rightOf
    }
  }

  return { width, height, pixels, fill }
}
