// Colours of a brand: those that a site names, checked for contrast, and neutral ones for the others; as CSS tokens.
import { pageGrounds } from '../../../shared/brand.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'
import type { SiteConfig } from '../../../shared/content/site.ts'

/** Colours are `#rrggbb`, lower case. */
export type Themed = Record<'light' | 'dark', string>

/** Grounds and texts of client/styles/tokens.css, which a brand does not change. */
export const palette = {
  bg: pageGrounds,
  surface: { light: '#f4f6f9', dark: '#141b28' },
  sunken: { light: '#e9edf3', dark: '#1b2433' },
  text: { light: '#101828', dark: '#eef2f8' },
  'text-2': { light: '#3d4757', dark: '#c2cbd8' },
  'text-3': { light: '#434d5e', dark: '#b0bac8' },
} as const satisfies Record<string, Themed>

/** The colours of a site without a brand: tokens.css has them. `ink`: the ground of the footer, dark in both themes. */
const neutral = {
  brand: { light: '#334a66', dark: '#a9bcd3' },
  // What has enough contrast to a ground of pages has it to the brand's colour too.
  on_brand: palette.bg,
  accent: { light: '#5a3d1e', dark: '#d8bfa6' },
  control: { light: '#6b7789', dark: '#78869b' },
  theme: palette.bg,
  ink: '#121a24',
}
type ThemedKey = Exclude<keyof typeof neutral, 'ink'>
export type BrandColours = Record<ThemedKey, Themed> & { ink: string }

/** WCAG 1.4.6 for text, 1.4.11 for borders of controls. */
const needed = { text: 7, control: 3 } as const

/**
 * A colour without enough contrast is a problem, and the neutral one is used. `given`: `#rrggbb`, or '' for none. `field` as in
 * brand.yaml: `colours.brand.light`.
 */
export function brandColours(given: Partial<NonNullable<NonNullable<SiteConfig['brand']>['colours']>>) {
  const problems: (Problem & { field: string })[] = []
  const choose = (field: string, own: string | undefined, other: string, on: string[], least: number) => {
    const problem = own && contrastProblem(own, on, least)
    if (problem) problems.push({ field, ...problem })
    return own && !problem ? own : other
  }
  const themed = (key: ThemedKey, grounds: Themed[], least: number): Themed => {
    const chosen = (theme: keyof Themed) => {
      const on = grounds.map((ground) => ground[theme])
      return choose(`colours.${key}.${theme}`, given[key]?.[theme], neutral[key][theme], on, least)
    }
    return { light: chosen('light'), dark: chosen('dark') }
  }
  const grounds = [palette.bg, palette.surface, palette.sunken]
  const brand = themed('brand', grounds, needed.text)
  const onInk = [palette.text, palette['text-2'], palette['text-3'], brand].map(({ dark }) => dark)
  const colours: BrandColours = {
    brand,
    on_brand: themed('on_brand', [brand], needed.text),
    accent: themed('accent', grounds, needed.text),
    control: themed('control', grounds, needed.control),
    theme: themed('theme', [], needed.text),
    ink: choose('colours.ink', given.ink, neutral.ink, onInk, needed.text),
  }
  return { colours, problems }
}

/** `on`: what the colour needs the contrast to. */
function contrastProblem(colour: string, on: readonly string[], needed: number): Problem | undefined {
  const pairs = on.map((other) => ({ other, ratio: contrast(colour, other) }))
  const [lowest] = pairs.sort((a, b) => a.ratio - b.ratio)
  if (!lowest || lowest.ratio >= needed) return undefined
  const { other, ratio } = lowest
  // Rounded down: 6.996 is not 7.
  const found = Math.floor(ratio * 100) / 100
  const values = { colour, other, found, needed }
  return say('the contrast of {colour} to {other} is {found}:1, {needed}:1 is needed', values)
}

/** The contrast ratio (WCAG 2.2), from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
