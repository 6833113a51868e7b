// Colours of a brand: those that a site names, and neutral ones for the others; as CSS tokens; and their contrast.
import { pageGrounds } from '../../shared/brand.ts'
import { type Problem, say } from '../../shared/content/problem.ts'
import { type Colour, lowestContrast } from './contrast.ts'

type Theme = 'light' | 'dark'
type Themed = Record<Theme, Colour>

/** Grounds and texts of client/styles/tokens.css, which a brand does not change. */
export const palette = {
  bg: pageGrounds,
  surface: { light: '#f4f6f9', dark: '#141b28' },
  sunken: { light: '#e9edf3', dark: '#1b2433' },
  text: { light: '#101828', dark: '#eef2f8' },
  'text-2': { light: '#3d4757', dark: '#c2cbd8' },
  'text-3': { light: '#434d5e', dark: '#b0bac8' },
} as const satisfies Record<string, Themed>

/** The colours of a site without a brand: tokens.css has them. */
const neutral: BrandColours = {
  brand: { light: '#334a66', dark: '#a9bcd3' },
  on_brand: palette.bg,
  accent: { light: '#5a3d1e', dark: '#d8bfa6' },
  control: { light: '#6b7789', dark: '#78869b' },
  theme: palette.bg,
  ink: '#121a24',
}

type ThemedKey = 'brand' | 'on_brand' | 'accent' | 'control' | 'theme'
/** All colours of a brand. `ink`: the ground of the footer, dark in both themes. */
export type BrandColours = Record<ThemedKey, Themed> & { ink: Colour }
/** Colours as a site names them: `#rrggbb`, or '' for none. */
type GivenColours = Partial<
  Record<ThemedKey, { light?: string | undefined; dark?: string | undefined } | undefined>
> & { ink?: string | undefined }

/** WCAG 1.4.6 for text, 1.4.11 for borders of controls. */
const neededContrast = { text: 7, control: 3 } as const

/** The colours that a site names, and neutral ones for the others. */
export function brandColours(given: GivenColours): BrandColours {
  const themed = (key: ThemedKey): Themed => ({
    light: given[key]?.light || neutral[key].light,
    dark: given[key]?.dark || neutral[key].dark,
  })
  return {
    brand: themed('brand'),
    on_brand: themed('on_brand'),
    accent: themed('accent'),
    control: themed('control'),
    theme: themed('theme'),
    ink: given.ink || neutral.ink,
  }
}

/** `field` as in brand.yaml: `colours.brand.light`. */
type ColourProblem = Problem & { field: string }

/** The colours that a site names and that have too little contrast to what they are shown on or with. */
export function contrastProblems(given: GivenColours): ColourProblem[] {
  const { brand, on_brand, accent, control, ink } = brandColours(given)
  const { text, control: border } = neededContrast
  const inThemes = (['light', 'dark'] as const).flatMap((theme) => {
    const grounds = [palette.bg[theme], palette.surface[theme], palette.sunken[theme]]
    const named = (key: ThemedKey, colour: Colour, on: readonly Colour[], needed: number) =>
      given[key]?.[theme] ? problemOf(`colours.${key}.${theme}`, colour, on, needed) : []
    return [
      ...named('brand', brand[theme], grounds, text),
      ...named(given.on_brand?.[theme] ? 'on_brand' : 'brand', on_brand[theme], [brand[theme]], text),
      ...named('accent', accent[theme], grounds, text),
      ...named('control', control[theme], grounds, border),
    ]
  })
  const onInk = [palette.text.dark, palette['text-2'].dark, palette['text-3'].dark, brand.dark]
  return [...inThemes, ...(given.ink ? problemOf('colours.ink', ink, onInk, text) : [])]
}

function problemOf(field: string, colour: Colour, on: readonly Colour[], needed: number): ColourProblem[] {
  const { other, ratio } = lowestContrast(colour, on)
  if (ratio >= needed) return []
  // Rounded down: 6.996 is not 7.
  const found = Math.floor(ratio * 100) / 100
  const values = { colour, other, found, needed }
  return [{ field, ...say('the contrast of {colour} to {other} is {found}:1, {needed}:1 is needed', values) }]
}

/** The colours by token of client/styles/tokens.css, in both themes or one for both. */
export function tokensOf(colours: BrandColours): Record<string, Themed | Colour> {
  return {
    brand: colours.brand,
    'on-brand': colours.on_brand,
    accent: colours.accent,
    'control-border': colours.control,
    ink: colours.ink,
  }
}

/** The style element of a document: the tokens, also for browsers without light-dark(), which show the light theme. */
export function brandStyle(colours: BrandColours): string {
  const tokens = Object.entries(tokensOf(colours))
  const declare = (write: (value: Themed | Colour) => string) =>
    tokens.map(([name, value]) => `--${name}:${write(value)}`).join(';')
  const both = declare((value) =>
    typeof value === 'string' ? value : `light-dark(${value.light},${value.dark})`,
  )
  // The footer is light in those browsers, as its text.
  const light = declare((value) => (typeof value === 'string' ? palette.sunken.light : value.light))
  return `@layer tokens{:root{${both}}@supports not (color:light-dark(#000,#fff)){:root{${light}}}}`
}
