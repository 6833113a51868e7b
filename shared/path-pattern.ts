// Path patterns: `/news/{id}`, `/download{id?}`, `/old/**`. The only path matcher of this project.

/** Values by variable name; the segments of `**` under `**`. */
export type PathValues = Record<string, string>
/** Undefined for segments that do not match. */
type PathMatcher = (segments: readonly string[]) => PathValues | undefined

type Segment = { start: string; name?: string; isOptional: boolean }

const rest = '**'
const marks = /\{(\w+)\??\}|\*\*/g

/**
 * A segment is text, a variable, or text followed by a variable. Only the last variable may be optional (`?`), and only the
 * last segment may be `**`: one or more segments. A variable that is a whole segment is never empty.
 */
export function pathMatcher(pattern: string, { ignoreCase = false } = {}): PathMatcher {
  const isOpen = pattern.endsWith(`/${rest}`)
  const closed = isOpen ? pattern.slice(0, -rest.length - 1) : pattern
  const expected = closed === '/' ? [] : segmentsOf(closed).map(parseSegment)
  const last = expected.at(-1)
  const fewest = last?.isOptional && last.start === '' ? expected.length - 1 : expected.length
  return (segments) => {
    const fits = isOpen
      ? segments.length > expected.length
      : segments.length >= fewest && segments.length <= expected.length
    if (!fits) return undefined
    const values: PathValues = {}
    for (const [index, segment] of expected.entries()) {
      if (index < segments.length && !readSegment(segment, segments[index]!, values, ignoreCase))
        return undefined
    }
    if (isOpen) values[rest] = segments.slice(expected.length).join('/')
    return values
  }
}

/** Replaces the variables of a pattern. */
export function fillPattern(pattern: string, fill: (name: string) => string): string {
  return pattern.replace(marks, (mark, name?: string) => fill(name ?? mark))
}

/** The variables of a pattern as written, `{id}` and `**`. */
export function marksOf(pattern: string): string[] {
  return pattern.match(marks) ?? []
}

/** Whether one path can match both patterns; their variables are whole segments. */
export function patternsMeet(one: string, other: string): boolean {
  return segmentsMeet(segmentsOf(one), segmentsOf(other))
}

/** Segments after the first slash. */
export function segmentsOf(path: string): string[] {
  return path.split('/').slice(1)
}

/** Undefined for a malformed percent-encoding. An encoded slash does not end a segment. */
export function decodedSegmentsOf(path: string): string[] | undefined {
  try {
    const segments = segmentsOf(path)
    return path.includes('%') ? segments.map(decodeURIComponent) : segments
  } catch {
    return undefined
  }
}

function parseSegment(source: string): Segment {
  const [, start = '', name, mark] = /^([^{]*)(?:\{(\w+)(\?)?\})?$/.exec(source) ?? []
  return { start, ...(name && { name }), isOptional: mark === '?' }
}

function readSegment(
  { start, name, isOptional }: Segment,
  segment: string,
  values: PathValues,
  ignoreCase: boolean,
): boolean {
  const given = segment.slice(0, start.length)
  if ((ignoreCase ? given.toLowerCase() : given) !== start) return false
  const value = segment.slice(start.length)
  if (!name) return value === ''
  if (value !== '' || !isOptional) values[name] = value
  return value !== '' || start !== ''
}

function segmentsMeet([first, ...restOfOne]: string[], [second, ...restOfOther]: string[]): boolean {
  if (first === rest) return second !== undefined
  if (second === rest) return first !== undefined
  if (first === undefined || second === undefined) return first === second
  const isSame = first === second || first.startsWith('{') || second.startsWith('{')
  return isSame && segmentsMeet(restOfOne, restOfOther)
}
