// Colours of a brand: the few that a site names, checked for contrast, and all others derived from them; as CSS tokens.
import { pageGrounds } from '../../shared/brand.ts'
import { type Colour, lowestContrast, mix, nearestPassing } from './contrast.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]
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
const neutral = {
  brand: { light: '#334a66', dark: '#a9bcd3' },
  accent: { light: '#5a3d1e', dark: '#d8bfa6' },
  control: { light: '#6b7789', dark: '#78869b' },
} as const satisfies Record<string, Themed>

type ThemedKey = 'brand' | 'brand_hover' | 'on_brand' | 'accent' | 'control' | 'theme'
/** All colours of a brand. `ink`: the ground of the footer, dark in both themes. */
export type BrandColours = Record<ThemedKey, Themed> & { ink: Colour }
/** As a site names them: `#rrggbb`, or '' for none. */
export type GivenColours = Partial<
  Record<ThemedKey, { light?: string | undefined; dark?: string | undefined } | undefined>
> & { ink?: string | undefined }

/** WCAG 1.4.6 for text, 1.4.11 for borders of controls. */
const neededContrast = { text: 7, control: 3 } as const

/** `field` as in brand.yaml: `colours.brand.light`. */
export type ColourProblem = { field: string; problem: string }

/** A colour without enough contrast is replaced by the nearest one that has it, and is a problem. */
export function brandColours(given: GivenColours): { colours: BrandColours; problems: ColourProblem[] } {
  const problems: ColourProblem[] = []
  const choose = createChoice(problems)
  const inThemes = (key: ThemedKey, needed: (theme: Theme) => Needed): Themed => {
    const of = (theme: Theme) => choose(`colours.${key}.${theme}`, given[key]?.[theme], needed(theme))
    return { light: of('light'), dark: of('dark') }
  }
  /** Where one theme has a colour of the site, the other one has that colour too, as far as the contrast allows. */
  const either = (key: keyof typeof neutral) => (theme: Theme) =>
    given[key]?.[theme === 'light' ? 'dark' : 'light'] || neutral[key][theme]

  const brand = inThemes('brand', onGrounds(text, either('brand')))
  const brand_hover = inThemes('brand_hover', onGrounds(text, hoverOf(brand)))
  const on_brand = inThemes('on_brand', (theme) => ({
    ratio: text,
    on: [brand[theme], brand_hover[theme]],
    derived: theme === 'light' ? white : mix(brand.dark, black, 0.85),
  }))
  const accent = inThemes('accent', onGrounds(text, either('accent')))
  const control = inThemes('control', onGrounds(border, either('control')))
  const ink = choose('colours.ink', given.ink, {
    ratio: text,
    on: [palette.text.dark, palette['text-2'].dark, palette['text-3'].dark, brand.dark],
    derived: mix(brand.light, black, 0.65),
  })
  const theme = inThemes('theme', (theme) => ({ ratio: 1, on: [white], derived: palette.bg[theme] }))
  return { colours: { brand, brand_hover, on_brand, accent, control, ink, theme }, problems }
}

const [black, white] = ['#000000', '#ffffff'] as const
const { text, control: border } = neededContrast

/** `derived`: the colour where the site names none. `on`: what it needs the contrast to. */
type Needed = { ratio: number; on: readonly Colour[]; derived: Colour }

function createChoice(problems: ColourProblem[]) {
  return (field: string, own: string | undefined, { ratio: needed, on, derived }: Needed): Colour => {
    const wanted = own || derived
    const { other, ratio } = lowestContrast(wanted, on)
    if (ratio >= needed) return wanted
    const passing = nearestPassing(wanted, on, needed)
    if (own) problems.push({ field, problem: describe(wanted, { other, ratio, needed, passing }) })
    return passing
  }
}

function onGrounds(ratio: number, derived: (theme: Theme) => Colour): (theme: Theme) => Needed {
  return (theme) => ({ ratio, on: groundsOf(theme), derived: derived(theme) })
}

function hoverOf(brand: Themed): (theme: Theme) => Colour {
  return (theme) => (theme === 'light' ? mix(brand.light, black, 0.25) : mix(brand.dark, white, 0.35))
}

function groundsOf(theme: Theme): Colour[] {
  return [palette.bg[theme], palette.surface[theme], palette.sunken[theme]]
}

type Shortfall = { other: Colour; ratio: number; needed: number; passing: Colour }

function describe(colour: Colour, { other, ratio, needed, passing }: Shortfall): string {
  // Rounded down: 6.996 is not 7.
  const found = Math.floor(ratio * 100) / 100
  return `the contrast of ${colour} to ${other} is ${found}:1, ${needed}:1 is needed; ${passing}, the nearest colour that has it, is used`
}

/** By token of client/styles/tokens.css, the colour in both themes or in one for both. */
export function tokensOf(colours: BrandColours): Record<string, Themed | Colour> {
  return {
    brand: colours.brand,
    'brand-hover': colours.brand_hover,
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

export type CardColours = { brand: Colour; ground: readonly [Colour, Colour]; line: Colour }

/** Of share cards, which are light. `given`: the brand's colour in the light theme, or ''. */
export function cardColours(given: string): CardColours {
  const brand = brandColours({ brand: { light: given } }).colours.brand.light
  return { brand, ground: [mix(brand, white, 0.97), mix(brand, white, 0.83)], line: mix(brand, white, 0.7) }
}
