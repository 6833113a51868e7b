// Transport: sends one API request, from the server to its origin or from a browser to the server.
import type { RepeatableQuery } from '../href.ts'
import type { Locale } from '../locale.ts'

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type ApiRequest = {
  method: ApiMethod
  path: string
  query?: RepeatableQuery
  /** Sent as JSON. */
  body?: unknown
  locale: Locale
}

export type ApiResponse = {
  status: number
  /** The parsed JSON, or the text if it is not JSON. The same object for the same stored response. */
  body: unknown
}

/** Rejects with ApiError `network` or `timeout` if there is no response within the deadline. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>
