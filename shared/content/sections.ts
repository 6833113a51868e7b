// Reader of the list of sections: of site.yaml and of the site configuration.
import { locales } from '../constants.ts'
import { isLocale } from '../locale.ts'
import { routes } from '../routes.ts'
import { type Section, sectionKinds } from '../sections.ts'
import { type Problem, say } from './problem.ts'
import {
  distinct,
  flag,
  oneOf,
  optional,
  orElse,
  problemOf,
  type Reader,
  object as readObject,
  text,
  whole,
} from './reader.ts'

/** First segments of addresses that the server has besides pages, the types of purges, and the folder of media. */
const ownNames = [
  'api',
  'assets',
  'builds',
  'icons',
  'language',
  'media',
  'ops',
  'livez',
  'healthz',
  'startupz',
  'readyz',
  'metrics',
  'share',
  'site',
  'labels',
  'banners',
]

/** Why a section cannot have this slug. */
function slugProblem(slug: string): Problem | undefined {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 40)
    return say('expected 1 to 40 small letters, digits and hyphens, as in our-work')
  if (isLocale(slug)) return say('{slug} is the address of a language', { slug })
  const isTaken = fixedNames.includes(slug) || ownNames.includes(slug) || /^download\d+$/.test(slug)
  return isTaken ? say('/{slug} is an address that every site has', { slug }) : undefined
}

const fixedNames = Object.values(routes)
  .map(({ pattern }) => /^\/([a-z]+)(?:\/|\{id\?\}|$)/.exec(pattern)?.[1] ?? '')
  .filter((name) => name !== '')

const slug: Reader<string> = (value, richText) => {
  const name = text(value, richText)
  const problem = slugProblem(name)
  if (problem) throw problemOf('', problem)
  return name
}

/** `object`: what reads an object, with the fields it does not know. Every mistake is an error of the whole list. */
export function sectionsReader(object: typeof readObject): Reader<Section[]> {
  const localized = object({ zh: optional(text), en: optional(text) })
  const texts: Reader<Section['title']> = (value, richText, lenient) => {
    const given = typeof value === 'string' ? { zh: value, en: value } : localized(value, richText, lenient)
    const [any] = locales.flatMap((locale) => given[locale]?.trim() || [])
    if (any === undefined) throw problemOf('', say('must not be empty'))
    return { zh: given.zh?.trim() || any, en: given.en?.trim() || any }
  }
  const fields = {
    slug,
    kind: oneOf(...sectionKinds),
    title: texts,
    intro: optional(texts),
    one: optional(texts),
    home: optional(flag),
    schema: optional(oneOf('Service')),
    cover: optional(oneOf('wide')),
  }
  const taken = ({ slug }: Section) => say('{slug} is the slug of another section', { slug })
  const read = whole(distinct<Section>(object(fields), 'slug', taken))
  return (...input) => {
    const sections = read(...input)
    if (sections.length === 0) throw problemOf('', say('expected at least one section'))
    return sections
  }
}

const readSections = sectionsReader(readObject)

/** Reads the list of the site configuration; null for one that cannot be used: the site keeps the sections it had. */
export const configSections = orElse(optional(readSections), null)
