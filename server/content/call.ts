// What a call is: a method and a path of the contract, and a function from what was asked to the data.
import type { Locale } from '../../shared/locale.ts'
import type { Library } from './library.ts'

export type Asked = {
  /** The decoded path segment at `{}`, or '' in a path without one. */
  param: string
  query: URLSearchParams
  body: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  library: Library
}

export type Call = {
  method: 'GET' | 'POST'
  path: string
  /** Where the caller names the language; whatever is not named there is in Accept-Language. */
  langIn: 'query' | 'body' | 'header'
  /** Throws Failure; `undefined` is what does not exist. */
  answer: (asked: Asked) => unknown
}

export type CallMatch = { call: Call; param: string }

/** `segments` as they follow `/api/home/`, decoded. */
export function matchCall(calls: readonly Call[], segments: string[]): CallMatch | undefined {
  const call = calls.find(({ path }) => {
    const pattern = path.split('/')
    return pattern.length === segments.length && pattern.every((part, at) => fits(part, segments[at]!))
  })
  return call && { call, param: segments[call.path.split('/').indexOf('{}')] ?? '' }
}

function fits(part: string, segment: string): boolean {
  return part === '{}' ? segment !== '' : part === segment
}
