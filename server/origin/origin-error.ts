// The origin gave no answer.

export type OriginError = Error & { name: 'OriginError'; kind: 'network' | 'timeout' }

export function originError(kind: OriginError['kind'], cause: unknown): OriginError {
  const message = kind === 'timeout' ? 'the origin did not answer in time' : 'the origin cannot be reached'
  return Object.assign(new Error(message, { cause }), { name: 'OriginError' as const, kind })
}

export function isOriginError(error: unknown): error is OriginError {
  return error instanceof Error && error.name === 'OriginError'
}
