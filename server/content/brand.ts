// brand.yaml: names, logo, mark, colours and facts of the company. A key that breaks a rule is left out; the others count.

import {
  type Content,
  type Lenient,
  list,
  object,
  optional,
  orMissing,
  type Reader,
  text,
} from '../../shared/content/reader.ts'
import { imageSize } from '../../shared/image.ts'
import { type BrandColours, brandColours } from '../base/brand-colours.ts'
import { readColour } from '../base/contrast.ts'
import { filled, invalid, safeUrl } from './fields.ts'
import { type MediaReference, mediaReferences } from './media-file.ts'
import { describe, parseSource, readSource } from './source.ts'

export const brandFile = 'brand.yaml'

const logo: Reader<string> = (value, richText) => {
  const found = safeUrl(value, richText)
  return imageSize(found) ? found : invalid('the name of the file must end in its size, as logo-160x32.svg')
}

const mark: Reader<string> = (value, richText) =>
  /^\/media\/.+\.svg$/.test(safeUrl(value, richText))
    ? safeUrl(value, richText)
    : invalid('expected an SVG file below /media/')

/** Without quotes it is a comment for YAML, and reads as null. */
const colour: Reader<string> = (value, richText) =>
  (typeof value === 'string' ? readColour(text(value, richText)) : undefined) ??
  invalid("expected a colour in quotes, as '#334a66'")

/** A text is the colour of the light theme. */
const themed: Reader<{ light?: string | undefined; dark?: string | undefined }> = (
  value,
  richText,
  lenient,
) =>
  typeof value === 'object' && value !== null
    ? object({ light: given(colour), dark: given(colour) })(value, richText, lenient)
    : { light: colour(value, richText), dark: undefined }

const facts = object({
  ...{ name: own(filled), short_name: own(filled), company: own(text), slogan: own(text), reply: own(text) },
  ...{ phone: own(text), email: own(text), address: own(text), hours: own(text) },
  ...{ icp: own(text), copyright: own(text), logo: own(logo), logo_dark: own(logo) },
})

export const readBrand = object({
  mark: own(mark),
  colours: own(
    object({
      ...{ brand: given(themed), brand_hover: given(themed), on_brand: given(themed), accent: given(themed) },
      ...{ control: given(themed), theme: given(themed), ink: given(colour) },
    }),
  ),
  founded: own(text),
  social: orMissing(list(object({ name: filled, url: safeUrl }))),
  zh: own(facts),
  en: own(facts),
})
type Brand = Content<typeof readBrand>

export const noBrand: Partial<Brand> = {}

/** As served. The colours pass the contrast check. */
export type ParsedBrand = { brand: Brand; problems: { line: number; problem: string }[] }

function own<T>(reader: Reader<T>): Reader<T | undefined> {
  return orMissing(optional(reader))
}

/** Only a key without a value at all is missing. */
function given<T>(reader: Reader<T>): Reader<T | undefined> {
  return orMissing((value, richText, lenient) =>
    value === undefined ? undefined : reader(value, richText, lenient),
  )
}

/** Throws FileFault where it is no YAML, or no map. */
export function parseBrand(source: string): ParsedBrand & { media: MediaReference[] } {
  const { value, lineOf } = parseSource(source)
  const lenient: Lenient = { omitted: [] }
  const reader: Reader<Brand> = (found, richText) => readBrand(found ?? {}, richText, lenient)
  const brand = readSource({ value, lineOf }, reader)
  const { colours, problems } = brandColours(brand.colours ?? {})
  return {
    brand: { ...brand, colours: brand.colours && passing(brand.colours, colours) },
    problems: [
      ...lenient.omitted.map(({ field, message }) => ({ field, problem: message })),
      ...problems,
    ].map(({ field, problem }) => ({ line: lineOf(field), problem: describe(field, problem) })),
    media: mediaReferences(brand, lineOf),
  }
}

/** The colours that the file names, as they are used; the site derives the others. */
function passing(named: object, colours: BrandColours): Brand['colours'] {
  const isNamed = ([key]: [string, unknown]) =>
    Object.entries(named).some(([name, value]) => name === key && value)
  // The types of both have the same keys.
  return Object.fromEntries(Object.entries(colours).filter(isNamed)) as Brand['colours']
}

type Data = Record<string, unknown>

/**
 * The data of the call siteConfig with the keys of brand.yaml, which replace those of the same name. A language that is
 * missing in one of the two has the facts of the Chinese part, but not its names.
 */
export function withBrand(site: Data, brand: Partial<Brand>): Data {
  const { mark, colours, founded, social, zh, en } = brand
  const { name: _name, short_name: _short, ...shared } = zh ?? {}
  const isBilingual = isData(site['en']) || en !== undefined
  return {
    ...site,
    ...known({ founded, social: social?.length ? social : undefined }),
    ...((mark || colours) && { brand: known({ mark, colours }) }),
    zh: titled({ ...dataOf(site['zh']), ...known(zh ?? {}) }),
    ...(isBilingual && {
      en: titled({ ...dataOf(site['en'] ?? site['zh']), ...known(en ?? shared) }),
    }),
  }
}

/** The title of the site is the brand's name where the site has no other. */
function titled(part: Data): Data {
  return { ...part, title: part['title'] || part['name'] || '' }
}

function known(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

function dataOf(value: unknown): Data {
  return isData(value) ? value : {}
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
