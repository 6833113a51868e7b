// The origin gave no response, or none that can be used.

/** `content`: a response of the wrong shape. */
export type OriginError = Error & { name: 'OriginError'; kind: 'network' | 'timeout' | 'content' }

const messages = {
  network: 'the origin cannot be reached',
  timeout: 'the origin did not answer in time',
  content: 'the origin sent content of the wrong shape',
} as const satisfies Record<OriginError['kind'], string>

export function originError(kind: OriginError['kind'], cause: unknown): OriginError {
  return Object.assign(new Error(messages[kind], { cause }), { name: 'OriginError' as const, kind })
}

export function isOriginError(error: unknown): error is OriginError {
  return error instanceof Error && error.name === 'OriginError'
}
