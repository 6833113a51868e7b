// Reads the body of a response within limits of size and time.
import type { Readable } from 'node:stream'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import type { ContentResponse } from './content-source.ts'

/** Largest response that is accepted from the upstream, in bytes. */
export const maxResponseBytes = 8_388_608

/** Rejects with ApiError `content` (too large) or `timeout`, or with the stream's own error. */
export async function readBody(
  body: Buffer | Readable,
  limitBytes = maxResponseBytes,
  timeoutMs = requestTimeoutMs,
): Promise<Buffer> {
  if (Buffer.isBuffer(body)) {
    if (body.length > limitBytes) throw tooLarge(limitBytes)
    return body
  }
  const late = () => body.destroy(apiError('timeout', `the response body did not end within ${timeoutMs} ms`))
  const timer = setTimeout(late, timeoutMs)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limitBytes) throw tooLarge(limitBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    const isStalled = (error as NodeJS.ErrnoException).code === 'UND_ERR_BODY_TIMEOUT'
    throw isStalled ? apiError('timeout', 'the response body stalled', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Reads like `readBody`; undefined for a body that is too large. */
export function readBodyUpTo(...args: Parameters<typeof readBody>): Promise<Buffer | undefined> {
  return readBody(...args).catch((error: unknown) => {
    if (isApiError(error) && error.kind === 'content') return undefined
    throw error
  })
}

function tooLarge(limitBytes: number) {
  return apiError('content', `the response body is larger than ${limitBytes} bytes`)
}

export function discard({ body }: Pick<ContentResponse, 'body'>) {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy()
}
