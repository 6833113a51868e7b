// Contrast of colours (WCAG 2.2, relative luminance and contrast ratio), and the nearest colour that has enough of it.

/** `#rrggbb`, lower case. */
export type Colour = string

/** The form of `#rgb` and `#rrggbb`; undefined for anything else. */
export function readColour(text: string): Colour | undefined {
  const colour = text.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(colour)) return colour
  return /^#[0-9a-f]{3}$/.test(colour) ? colour.replace(/[0-9a-f]/g, '$&$&') : undefined
}

/** The contrast ratio, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour of `others` with which `colour` has the lowest contrast, and that contrast; 21 without others. */
export function lowestContrast(colour: Colour, others: readonly Colour[]): { other: Colour; ratio: number } {
  const pairs = others.map((other) => ({ other, ratio: contrast(colour, other) }))
  return pairs.reduce((lowest, pair) => (pair.ratio < lowest.ratio ? pair : lowest), {
    other: colour,
    ratio: 21,
  })
}

/** `share`: the share of the second colour, from 0 to 1. */
export function mix(a: Colour, b: Colour, share: number): Colour {
  const [from, to] = [channels(a), channels(b)]
  const mixed = from.map((value, index) => Math.round(value + (to[index]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Steps between a colour and black or white: no two of them differ by more than one in a channel. */
const steps = 256

/** `colour` with the least black or white that gives it the ratio to all of `others`; black where none does. */
export function nearestPassing(colour: Colour, others: readonly Colour[], ratio: number): Colour {
  for (let step = 0; step <= steps; step++) {
    const passing = ['#000000', '#ffffff']
      .map((end) => mix(colour, end, step / steps))
      .find((candidate) => lowestContrast(candidate, others).ratio >= ratio)
    if (passing) return passing
  }
  return '#000000'
}

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function channels(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
