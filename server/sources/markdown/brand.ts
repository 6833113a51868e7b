// brand.yaml: names, logo, mark, colours and facts of the company. A key that breaks a rule is left out; the others count.

import { say } from '../../../shared/content/problem.ts'
import {
  type Content,
  list,
  orElse,
  orMissing,
  problemOf,
  type Reader,
  text,
} from '../../../shared/content/reader.ts'
import { imageSize } from '../../../shared/image.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { type BrandColours, brandColours, readColour } from './brand-colours.ts'
import { filled, invalid, object, safeUrl } from './fields.ts'

const logo: Reader<string> = (value, richText) => {
  const address = safeUrl(value, richText)
  return imageSize(address)
    ? address
    : invalid(say('the name of the file must end in its size, as logo-160x32.svg'))
}

const svg: Reader<string> = (value, richText) =>
  /^\/media\/.+\.svg$/.test(safeUrl(value, richText))
    ? safeUrl(value, richText)
    : invalid(say('expected an SVG file below /media/'))

/** Without quotes it is a comment for YAML, and reads as null. */
const colour: Reader<string> = (value, richText) =>
  (typeof value === 'string' ? readColour(text(value, richText)) : undefined) ??
  invalid(say("expected a colour in quotes, as '#334a66'"))

/** A text is the colour of the light theme. */
const themed: Reader<{ light?: string | undefined; dark?: string | undefined }> = (
  value,
  richText,
  lenient,
) =>
  typeof value === 'object' && value !== null
    ? object({ light: given(colour), dark: given(colour) })(value, richText, lenient)
    : { light: colour(value, richText), dark: undefined }

const facts = {
  name: orMissing(filled),
  short_name: orMissing(filled),
  company: orMissing(text),
  slogan: orMissing(text),
  reply: orMissing(text),
  privacy: orMissing(safeUrl),
  phone: orMissing(text),
  email: orMissing(text),
  address: orMissing(text),
  hours: orMissing(text),
  icp: orMissing(text),
  copyright: orMissing(text),
  logo: orMissing(logo),
  logo_dark: orMissing(logo),
}

const colours = object({
  brand: given(themed),
  on_brand: given(themed),
  accent: given(themed),
  control: given(themed),
  theme: given(themed),
  ink: given(colour),
})

const fields = {
  mark: orMissing(svg),
  ornament: orMissing(svg),
  placeholder: orMissing(svg),
  colours: orMissing(colours),
  founded: orMissing(text),
  social: orElse(list(object({ name: filled, url: safeUrl })), []),
  zh: orMissing(object(facts)),
  en: orMissing(object(facts)),
}
const brand = object(fields)
type Brand = Content<typeof brand>

export const brandKeys = { root: Object.keys(fields), facts: Object.keys(facts) }

/** The colours pass the contrast check: one that does not is noted, and the neutral one is used. */
export const readBrand: Reader<Brand> = (value, richText, lenient) => {
  const read = brand(value, richText, lenient)
  if (!read.colours) return read
  const { colours, problems } = brandColours(read.colours)
  lenient?.omitted.push(...problems.map(({ field, ...problem }) => problemOf(field, problem)))
  return { ...read, colours: passing(read.colours, colours) }
}

/** Only a key without a value at all is missing. */
function given<T>(reader: Reader<T>): Reader<T | undefined> {
  const read: Reader<T | undefined> = (value, richText, lenient) =>
    value === undefined ? undefined : reader(value, richText, lenient)
  return orElse(read, undefined)
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
  const { mark, ornament, placeholder, colours, founded, social, zh, en } = brand
  const look = known({ mark, ornament, placeholder, colours })
  const { name: _name, short_name: _short, ...shared } = zh ?? {}
  const isBilingual = isRecord(site['en']) || en !== undefined
  return {
    ...site,
    ...known({ founded, social: social?.length ? social : undefined }),
    ...(Object.keys(look).length > 0 && { brand: look }),
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
  return isRecord(value) ? value : {}
}
