// Errors of API calls and of pages, and their HTTP status.

/**
 * A business call that failed. `network` and `timeout`: no response; `http`: a response with an error status;
 * `refused`: `success: false`; `missing`: the item does not exist; `content`: a response of the wrong shape;
 * `overload`: not sent, because too many calls are queued.
 */
type ApiErrorKind = 'network' | 'timeout' | 'http' | 'refused' | 'missing' | 'content' | 'overload'

export type ApiError = Error & {
  name: 'ApiError'
  kind: ApiErrorKind
  /** HTTP status of the response, 0 without one. */
  status: number
  /** The error body of the upstream, unchanged. */
  body?: unknown
}

/** `message` may be empty: then the kind's default text is shown. */
export function apiError(
  kind: ApiErrorKind,
  message: string,
  extra: { status?: number; body?: unknown; cause?: unknown } = {},
): ApiError {
  const { cause, status = 0, body } = extra
  const error = Object.assign(new Error(message, { cause }), { name: 'ApiError' as const, kind, status })
  // Not enumerable, so that it is not logged: it may contain personal data.
  return Object.defineProperty(error, 'body', { value: body })
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

export function isOverload(error: unknown): boolean {
  return isApiError(error) && error.kind === 'overload'
}

/** Undefined if the item does not exist. */
export function found<T>(lookup: Promise<T>): Promise<T | undefined> {
  return lookup.catch((error) => {
    if (isApiError(error) && error.kind === 'missing') return undefined
    throw error
  })
}

/** The expected values, by field of the request. */
export type FieldErrors = Record<string, string[]>

/** An error whose status and message are shown to the visitor; `errors` to programs. */
export type PageError = Error & { name: 'PageError'; statusCode: number; errors: FieldErrors | undefined }

export function pageError(statusCode: number, message: string, errors?: FieldErrors): PageError {
  return Object.assign(new Error(message), { name: 'PageError' as const, statusCode, errors })
}

export type ShownError = { statusCode: number; message: string }

const unavailable: ShownError = { statusCode: 503, message: 'Service Unavailable' }
const badGateway: ShownError = { statusCode: 502, message: 'Bad Gateway' }

/** Status and message of the error page for any thrown value: 404 is "not found", 502 and 504 are "the upstream failed". */
export function shownError(error: unknown, url: string): ShownError {
  if (error instanceof Error && error.name === 'PageError') {
    return { statusCode: (error as PageError).statusCode, message: error.message }
  }
  if (!isApiError(error)) return { statusCode: 500, message: 'Server Error' }
  switch (error.kind) {
    case 'missing':
      return { statusCode: 404, message: `Page not found: ${url}` }
    case 'timeout':
      return { statusCode: 504, message: 'Gateway Timeout' }
    case 'overload':
      return unavailable
    case 'http':
      // This server, not the visitor, has sent too many requests.
      return error.status === 429 ? unavailable : badGateway
    case 'network':
    case 'refused':
    case 'content':
      return badGateway
    default:
      return error.kind satisfies never
  }
}
