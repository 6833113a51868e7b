// Local URLs in content: media files and pages, with their lines.
import { say } from '../../../shared/content/problem.ts'
import type { Fault } from './problem.ts'

/** Starts with a slash. `line` counts from 1 in the file. */
export type LocalUrl = { url: string; line: number }

/** `value` is plain data; `lineOf` takes fields as `items.0.url`. */
export function localUrls(
  value: unknown,
  lineOf: (field: string) => number,
  path: string[] = [],
): LocalUrl[] {
  if (typeof value === 'string')
    return /^\/\S+$/.test(value) ? [{ url: value, line: lineOf(path.join('.')) }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => localUrls(item, lineOf, [...path, key]))
}

const seldomShown = /^\/media\/.+\.(?:heic|heif|tiff?)$/i

/** Pictures of a kind that most browsers do not show. */
export function seldomShownPictures(pictures: LocalUrl[]): Fault[] {
  return pictures
    .filter(({ url }) => seldomShown.test(url))
    .map(({ url, line }) => ({
      line,
      ...say('{url} is not shown by most browsers: save it as JPEG', { url }),
      effect: 'remark',
    }))
}
