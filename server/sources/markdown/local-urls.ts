// Local URLs in content: media files and pages, with their lines.

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
