// The table of sections: of site.yaml and of the site configuration.
import { isLocale } from '../locale.ts'
import { routes } from '../routes.ts'
import { type Section, sectionKinds } from '../sections.ts'
import { checkedText, invalid, oneOf, whole } from './content-error.ts'
import { type Problem, say } from './problem.ts'
import { type Context, type Field, readField } from './reader.ts'

/** First segments of addresses that the server has besides pages, the types of purges, and the folder of media. */
const ownNames = [
  ...'api assets builds icons language livez healthz startupz readyz metrics media ops share'.split(' '),
  ...['site', 'labels', 'banners'],
]

/** Why a section cannot have this slug. */
function slugProblem(slug: string): Problem | undefined {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 40)
    return say('expected 1 to 40 small letters, digits and hyphens, as in our-work')
  if (isLocale(slug)) return say('{slug} is the address of a language', { slug })
  const isTaken = fixedNames.includes(slug) || ownNames.includes(slug) || /^download\d+$/.test(slug)
  return isTaken ? say('/{slug} is an address that every site has', { slug }) : undefined
}

const fixedNames = Object.values(routes).map(
  ({ pattern }) => /^\/([a-z]+)(?:\/|\{id\?\}|$)/.exec(pattern)?.[1],
)

const sections = {
  type: {
    slug: { type: checkedText(slugProblem), required: true },
    kind: { type: oneOf(...sectionKinds), required: true },
    title: { type: 'text', localized: 'any', required: true },
    intro: { type: 'text', localized: 'any' },
    one: { type: 'text', localized: 'any' },
    home: { type: 'flag' },
    schema: { type: oneOf('Service') },
    cover: { type: oneOf('wide') },
  },
  list: true,
  unique: 'slug',
} as const satisfies Field

/** Every mistake is one of the whole list. */
export function readSections(value: unknown, context: Context): Section[] {
  // The table has the fields of the type.
  const read = whole(context, (inner) => readField(sections, value, inner)) as Section[]
  return read.length > 0 ? read : invalid(say('expected at least one section'))
}
