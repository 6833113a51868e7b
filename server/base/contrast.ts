// Contrast of colours (WCAG 2.2, relative luminance and contrast ratio).

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
