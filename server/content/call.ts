// What a call is to the embedded content: where it names the language, and a function from what was asked to the data.
import type { Locale } from '../../shared/locale.ts'
import type { Library } from './library.ts'

export type Asked = {
  /** The decoded value in the path, or '' for a path without one. */
  param: string
  query: URLSearchParams
  body: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  library: Library
}

export type Call = {
  /** Where the caller names the language; whatever is not named there is in Accept-Language. */
  langIn: 'query' | 'body' | 'header'
  /** Throws Failure; `undefined` is what does not exist. */
  answer: (asked: Asked) => unknown
}
