// The types of values in content files: stricter than those of responses, because the author can correct the file.

import {
  type ContentError,
  checkedText,
  invalid,
  number,
  problemOf,
  text,
  whole,
} from '../../../shared/content/content-error.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'
import {
  type Context,
  type Field,
  type Reader,
  readField,
  readFields,
  readRoot,
  type Types,
} from '../../../shared/content/reader.ts'
import { themes } from '../../../shared/content/site-fields.ts'
import { types } from '../../../shared/content/types.ts'
import type { ValueOf } from '../../../shared/content/values.ts'
import { imageSize } from '../../../shared/image.ts'
import { splitUrl } from '../../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import { isReserved } from '../../../shared/redirects.ts'
import { nearestName } from './suggestion.ts'

/** `fatalOf`: what is said of a mistake in a part that is one of the whole file. */
type FileOptions = Pick<Context, 'kind' | 'isLenient'> & {
  fatalOf?: (error: ContentError) => Problem | undefined
}

/** The reader of a content file: every invalid field is an error, not the first one only, and unknown keys are noted. */
export function fileReader<const F extends Field>(
  field: F,
  { fatalOf = () => undefined, ...options }: FileOptions = {},
): Reader<ValueOf<F, 'files'>> {
  return (value, richText, lenient) => {
    const context: Context = {
      ...options,
      ...lenient,
      side: 'files',
      types: fileTypes,
      noteUnknown,
      richText,
    }
    // The types of the table are those of the functions.
    return whole(context, (inner) => readRoot(field, value, inner), fatalOf) as ValueOf<F, 'files'>
  }
}

/** Keys of the last release that are not read any more, with what replaces them. They are named for one release. */
const formerKeys = new Map<string, Problem>([
  ['format', say('no longer a key: write the text in Markdown')],
  ['source', say('no longer a key: remove it')],
  ['brand_hover', say('no longer a key: remove it')],
])

/** Notes the keys of `value` that are not in `known`; their values may still be read. */
export function noteUnknown(value: object, known: readonly string[], omitted: ContentError[]): void {
  for (const key of Object.keys(value).filter((key) => !known.includes(key))) {
    const problem = formerKeys.get(key) ?? withSuggestion(say('unknown key'), key, known)
    omitted.push(Object.assign(problemOf(key, problem), { isUnknown: true as const }))
  }
}

/** What is wrong with a name, and the known one that was probably meant. */
export function withSuggestion(problem: Problem, written: string, known: readonly string[]): Problem {
  const name = nearestName(written, known)
  return name === undefined ? problem : say('{problem}, did you mean {name}?', { problem, name })
}

export const filled = checkedText((text) => (text.trim() ? undefined : say('must not be empty')))

function id(value: unknown): number {
  const given = number(value)
  return Number.isSafeInteger(given) && given > 0 ? given : invalid(say('expected a positive whole number'))
}

/** Of the address of a page that has moved: a path, which no file or call has, and perhaps a query. Undefined where nothing is wrong. */
export function addressProblem(path: string): Problem | undefined {
  const isPath = /^\/(?!\/)[^\s\u0000-\u001f\u007f\\#]*$/.test(path) && path.length <= longestAddress
  if (!isPath || !decodedSegmentsOf(splitUrl(path).pathname))
    return say('expected the address of a page, as /old/page.html or /show.asp?id=12, without #')
  return isReserved(path) ? say('is an address that cannot be moved') : undefined
}

const longestAddress = 500

/** What is wrong with a URL that is not root-relative or https, or has characters that browsers drop or rewrite. */
export function urlProblem(url: string): Problem | undefined {
  if (url !== url.trim()) return say('has a space at the start or the end')
  if (url.includes('\\')) return say('has a backslash; write /')
  if (/^http:\/\//i.test(url)) return say('http:// is not allowed; write https://')
  if (!/^(\/(?!\/)|https:\/\/)/.test(url)) return say('must start with / or https://')
  if (/[ \u3000]/.test(url)) return say('has a space; write %20 for it, or give the file a name without one')
  if (/^https:\/\/(?:[/?#]|$)/.test(url)) return say('must name a host after https://')
  return /[\s\u0000-\u001f\u007f]/.test(url) ? say('has a character that no URL has') : undefined
}

const safeUrl = checkedText((url) => {
  const problem = urlProblem(url)
  return problem && say('unsafe URL: {problem}', { problem })
})

const longestValue = 50
const facetValues = {
  type: (value) =>
    filled(value).length > longestValue
      ? invalid(say('expected at most {most} characters', { most: longestValue }))
      : filled(value),
  list: true,
  /** A name is the part of a filter before its first colon. */
  record: (name) =>
    /^[^:\u0000-\u001f]{1,40}$/.test(name)
      ? undefined
      : say('expected a name of 1 to 40 characters without a colon'),
} as const satisfies Field

/** Values by the name of a facet, in the order of the file. */
function facets(value: unknown, context: Context) {
  // The type of the table is that of the value.
  const named = readField(facetValues, value, context) as ValueOf<typeof facetValues, 'files'>
  return Object.entries(named).map(([name, values]) => ({ name, values: [...new Set(values)] }))
}

function colour(value: unknown): string {
  const problem = say("expected a colour in quotes, as '#334a66'")
  return (typeof value === 'string' && types.colour(value)) || invalid(problem)
}

const fileTypes: Types = {
  ...types,
  filled,
  prose: text,
  'filled prose': filled,
  heading: filled,
  claim: filled,
  id,
  product: id,
  sign: checkedText((text) =>
    /^[A-Za-z0-9_.-]{1,64}$/.test(text) ? undefined : say('expected 1 to 64 of letters, digits, _ - .'),
  ),
  address: checkedText(addressProblem),
  /** ISO 8601 with an offset. A date without one is local, without a time it is the first moment of the day. */
  date: (value, context) =>
    types.date(value, context) ??
    invalid(say('expected a date, as 2026-03-02, 2026-03-02 09:30 or 2026-03-02T09:30:00+08:00')),
  url: safeUrl,
  /** '' is a heading without a page. */
  path: (value) => (value === '' ? '' : safeUrl(value)),
  logo: (value) =>
    imageSize(safeUrl(value))
      ? safeUrl(value)
      : invalid(say('the name of the file must end in its size, as logo-160x32.svg')),
  svg: (value) =>
    /^\/media\/.+\.svg$/.test(safeUrl(value))
      ? safeUrl(value)
      : invalid(say('expected an SVG file below /media/')),
  colour,
  /** A text is the colour of the light theme. */
  themed: (value, context) =>
    typeof value === 'object' && value !== null
      ? readFields(themes, value, context)
      : { light: colour(value), dark: undefined },
  facets,
}
