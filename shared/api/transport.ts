// One call to the content API, whoever carries it: the server to its origin, or a browser to the server.
import type { Query } from '../href.ts'
import type { Locale } from '../locale.ts'

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type ApiRequest = {
  method: ApiMethod
  path: string
  query?: Query
  /** Sent as JSON. */
  body?: unknown
  locale: Locale
}

export type ApiResponse = {
  status: number
  /** The parsed JSON, or the text itself where it is no JSON. The same object for the same stored answer. */
  body: unknown
}

/** Rejects with ApiError `network` or `timeout` where there is no answer within the deadline. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>
