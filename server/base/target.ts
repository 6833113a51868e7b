// Request target: path segments and query, decoded once.
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'

export type Target = { segments: string[]; query: URLSearchParams }

/** `undefined` where an escape is malformed. */
export function parseTarget(url: string): Target | undefined {
  const segments = decodePath(url)
  const search = /\?([^#]*)/.exec(url)?.[1] ?? ''
  // URLSearchParams keeps a malformed escape as text.
  return segments && decode(search) !== undefined
    ? { segments, query: new URLSearchParams(search) }
    : undefined
}

/** The segments after the first slash; `%2F` is part of a segment. */
export function decodePath(url: string): string[] | undefined {
  return decodedSegmentsOf(url.split(/[?#]/, 1)[0]!)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
