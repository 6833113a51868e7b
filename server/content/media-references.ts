// Every media file that a piece of content names, with its line.
import { mediaPrefix } from './media-file.ts'

export type MediaReference = { url: string; line: number }
export type FileMedia = MediaReference & { file: string }

/** Walks plain data; `lineOf` takes fields as `items.0.url`. */
export function mediaReferences(value: unknown, lineOf: (field: string) => number): MediaReference[] {
  return textsOf(value, []).flatMap(({ text, path }) =>
    text.startsWith(mediaPrefix) ? [{ url: text, line: lineOf(path.join('.')) }] : [],
  )
}

function textsOf(value: unknown, path: string[]): { text: string; path: string[] }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, [...path, key]))
}
