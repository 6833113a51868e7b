// Reads the body of a response within limits of size and time.
import type { Readable } from 'node:stream'
import { apiError, isApiError } from '../../shared/errors.ts'
import type { OriginResponse } from './origin.ts'

/** Largest response that is accepted from the origin, in bytes. */
export const maxResponseBytes = 8_388_608

/** Rejects with ApiError `content` (too large) or `timeout`, or with the stream's own error. */
export async function readBody(
  body: Buffer | Readable,
  limitBytes: number,
  timeoutMs: number,
): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return shortBody(body, limitBytes)
  const timer = setTimeout(
    () => body.destroy(apiError('timeout', `the response body did not end within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    return await collect(body, limitBytes)
  } catch (error) {
    const stalled = (error as { code?: string }).code === 'UND_ERR_BODY_TIMEOUT'
    throw stalled ? apiError('timeout', 'the response body stalled', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** As `readBody`; undefined for a body that is too large. */
export function readBodyUpTo(...args: Parameters<typeof readBody>): Promise<Buffer | undefined> {
  return readBody(...args).catch((error: unknown) => {
    if (isApiError(error) && error.kind === 'content') return undefined
    throw error
  })
}

/** The synchronous case of `readBody`. Throws ApiError `content` (too large). */
export function shortBody(body: Buffer, limitBytes: number): Buffer {
  if (body.length > limitBytes) throw tooLarge(limitBytes)
  return body
}

/** Events instead of an async iterator, which costs more than the rest of a small response. */
function collect(body: Readable, limitBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  body
    .on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > limitBytes) body.destroy(tooLarge(limitBytes))
    })
    .on('end', () => resolve(Buffer.concat(chunks)))
    .on('error', reject)
    .on('close', () => {
      if (!body.readableEnded) reject(new Error('the response body was truncated'))
    })
  // A destroyed stream emits no more events.
  if (body.destroyed) reject(body.errored ?? new Error('the response body was truncated'))
  return promise
}

function tooLarge(limitBytes: number) {
  return apiError('content', `the response body is larger than ${limitBytes} bytes`)
}

export function discard({ body }: Pick<OriginResponse, 'body'>) {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy()
}
