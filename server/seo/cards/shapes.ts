// The shapes that share cards are made of, as lines of corners.
import type { Corner, Shape } from './canvas.ts'
import type { Letters, Point } from './letters.ts'

/** Steps of a curve: at most a tenth of a pixel away from it at the sizes that cards use. */
const steps = 6
const circleSteps = 180

export function box(x: number, y: number, width: number, height: number): Shape {
  const [right, bottom] = [x + width, y + height]
  return [
    [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
    ],
  ]
}

export function disc(x: number, y: number, radius: number): Shape {
  const angles = Array.from({ length: circleSteps }, (_, step) => (step / circleSteps) * 2 * Math.PI)
  return [angles.map((angle) => ({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }))]
}

export function ring(x: number, y: number, radius: number, thick: number): Shape {
  const [inner] = disc(x, y, radius - thick / 2)
  return [...disc(x, y, radius + thick / 2), inner!.reverse()]
}

/** The drop of the favicon, 32 high, with its two lines left out; `size` is its height. */
export function drop(x: number, y: number, size: number): Shape {
  const scale = size / 28
  const at = ([px, py]: readonly [number, number]): Corner => ({ x: x + px * scale, y: y + (py - 2) * scale })
  const right = [...curve([0, 2], [6, 9.4], [10, 14.6], [10, 19.6]), ...arc()]
  const left = curve([-10, 19.6], [-10, 14.6], [-6, 9.4], [0, 2])
  const lines = [
    [
      [-8, 17.5],
      [-8, 19.5],
      [8, 19.5],
      [8, 17.5],
    ],
    [
      [-6.6, 22],
      [-6.6, 24],
      [6.6, 24],
      [6.6, 22],
    ],
  ] as const
  return [[...right, ...left], ...lines.map((line) => [...line])].map((line) =>
    line.map((point) => at(point as readonly [number, number])),
  )
}

/** The lower half of the drop, from right to left. */
function arc(): [number, number][] {
  return Array.from({ length: 60 }, (_, step) => {
    const angle = ((step + 1) / 61) * Math.PI
    return [10 * Math.cos(angle), 19.6 + 10 * Math.sin(angle)]
  })
}

function curve(...[a, b, c, d]: [number, number][]): [number, number][] {
  return Array.from({ length: 24 }, (_, step) => {
    const t = step / 24
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    const sum = (axis: 0 | 1) =>
      [a!, b!, c!, d!].reduce((total, point, index) => total + point[axis] * weights[index]!, 0)
    return [sum(0), sum(1)]
  })
}

/** A line of text whose letters stand on `y`. */
export function textLine(letters: Letters, text: string, x: number, y: number, size: number): Shape {
  const shape: Shape = []
  let at = x
  for (const character of text) {
    const letter = letters.letter(character)
    if (!letter) continue
    const place = (point: Point) => ({ x: at + point.x * size, y: y - point.y * size, on: point.on })
    shape.push(...letter.contours.map((points) => flatten(points.map(place))))
    at += letter.advance * size
  }
  return shape
}

/** Between two control points lies a point of the curve (OpenType, glyf). */
function flatten(points: Point[]): Corner[] {
  const whole = points.flatMap((point, index) => {
    const before = points.at(index - 1)!
    return point.on || before.on ? [point] : [{ ...middle(before, point), on: true }, point]
  })
  const start = whole.findIndex(({ on }) => on)
  const turned = [...whole.slice(start), ...whole.slice(0, start)]
  return turned.flatMap((point, index) => {
    if (point.on) return [point]
    const [from, to] = [turned[index - 1]!, turned[(index + 1) % turned.length]!]
    return Array.from({ length: steps - 1 }, (_, step) => between(from, point, to, (step + 1) / steps))
  })
}

function middle(a: Corner, b: Corner): Corner {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function between(from: Corner, control: Corner, to: Corner, t: number): Corner {
  const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
  return { x: a * from.x + b * control.x + c * to.x, y: a * from.y + b * control.y + c * to.y }
}
