// UpstreamError: the upstream sent no response, or an invalid one.

/** `content`: a response of the wrong shape. `overload`: it was not called, because too many calls wait already; says nothing about the upstream. */
type UpstreamErrorKind = 'network' | 'timeout' | 'content' | 'overload'
export type UpstreamError = Error & {
  name: 'UpstreamError'
  kind: UpstreamErrorKind
  /** HTTP status of a response that counts as a failure, 0 without one. */
  status: number
}

const messages: Record<UpstreamErrorKind, string> = {
  network: 'no usable response of the upstream',
  timeout: 'the upstream did not respond in time',
  content: 'the upstream sent content of the wrong shape',
  overload: 'too many calls of the upstream are waiting',
}

/** The status that a gateway sends for the failure (RFC 9110 §15.6). */
export const gatewayStatus: Record<UpstreamErrorKind, 502 | 503 | 504> = {
  network: 502,
  timeout: 504,
  content: 502,
  overload: 503,
}

export function upstreamError(kind: UpstreamErrorKind, cause: unknown, status = 0): UpstreamError {
  return Object.assign(new Error(messages[kind], { cause }), { name: 'UpstreamError' as const, kind, status })
}

export function isUpstreamError(error: unknown): error is UpstreamError {
  return error instanceof Error && error.name === 'UpstreamError'
}
