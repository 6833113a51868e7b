// OriginError: the origin sent no response, or an invalid one.

/** `content`: a response of the wrong shape. `overload`: it was not called, because too many calls wait already; says nothing about the origin. */
export type OriginErrorKind = 'network' | 'timeout' | 'content' | 'overload'
export type OriginError = Error & {
  name: 'OriginError'
  kind: OriginErrorKind
  /** HTTP status of a response that counts as a failure, 0 without one. */
  status: number
}

const messages: Record<OriginErrorKind, string> = {
  network: 'the origin cannot be reached',
  timeout: 'the origin did not respond in time',
  content: 'the origin sent content of the wrong shape',
  overload: 'too many calls of the origin are waiting',
}

/** The status that a gateway sends for the failure (RFC 9110 §15.6). */
export const gatewayStatus: Record<OriginErrorKind, 502 | 503 | 504> = {
  network: 502,
  timeout: 504,
  content: 502,
  overload: 503,
}

export function originError(kind: OriginErrorKind, cause: unknown, status = 0): OriginError {
  return Object.assign(new Error(messages[kind], { cause }), { name: 'OriginError' as const, kind, status })
}

export function isOriginError(error: unknown): error is OriginError {
  return error instanceof Error && error.name === 'OriginError'
}
