// Look of the brand in a site configuration: its colours, and the style element of documents with them and its ornament.
import type { SiteConfig } from '../../shared/content/site.ts'
import { memoize, mostEntries } from '../base/memoize.ts'
import { type BrandColours, brandColours, palette, type Themed } from '../content/markdown/brand-colours.ts'

type Log = { warn: (fields: object, event: string) => void }
type Look = { colours: BrandColours; style: string }

export type BrandLook = (config: SiteConfig | undefined) => Look

/** A site changes its brand seldom: the colours of each are computed, and their problems logged, once. */
export function createBrandLook(log: Log): BrandLook {
  return memoize((config) => lookOf(config?.brand, log), {
    keyOf: (config) => JSON.stringify(config?.brand ?? {}),
    ...mostEntries(16),
  })
}

function lookOf(brand: SiteConfig['brand'], log: Log): Look {
  const given = brand?.colours
  const style = pictureStyle(brand ?? {})
  if (!given || !Object.values(given).some(isNamed)) return { colours: brandColours({}).colours, style }
  const { colours, problems } = brandColours(given)
  // A content folder has been checked before; this is the configuration of an upstream.
  for (const problem of problems) log.warn(problem, 'colour of the brand not used')
  return { colours, style: brandStyle(colours) + style }
}

/** Files of this site only: the policy of documents allows no others, and a URL must not end the declaration. */
function pictureStyle({ ornament, placeholder }: Partial<NonNullable<SiteConfig['brand']>>): string {
  const declared = Object.entries({ ornament, placeholder }).flatMap(([name, url]) =>
    url && /^\/media\/[\w./%-]+\.svg$/.test(url) ? [`--${name}:url(${url})`] : [],
  )
  return declared.length > 0 ? `@layer tokens{:root{${declared.join(';')}}}` : ''
}

type Given = NonNullable<NonNullable<SiteConfig['brand']>['colours']>

/** Whether a colour is more than the '' of an invalid one. */
function isNamed(colour: Given[keyof Given]): boolean {
  return typeof colour === 'string' ? colour !== '' : Boolean(colour?.light || colour?.dark)
}

/** The colours by token of client/styles/tokens.css, in both themes or one for both. */
export function tokensOf(colours: BrandColours): Record<string, Themed | string> {
  return {
    brand: colours.brand,
    'on-brand': colours.on_brand,
    accent: colours.accent,
    'control-border': colours.control,
    ink: colours.ink,
  }
}

/** The style element of a document: the tokens, also for browsers without light-dark(), which show the light theme. */
function brandStyle(colours: BrandColours): string {
  const tokens = Object.entries(tokensOf(colours))
  const declare = (write: (value: Themed | string) => string) =>
    tokens.map(([name, value]) => `--${name}:${write(value)}`).join(';')
  const both = declare((value) =>
    typeof value === 'string' ? value : `light-dark(${value.light},${value.dark})`,
  )
  // The footer is light in those browsers, as its text.
  const light = declare((value) => (typeof value === 'string' ? palette.sunken.light : value.light))
  return `@layer tokens{:root{${both}}@supports not (color:light-dark(#000,#fff)){:root{${light}}}}`
}
