// Collects the body of an answer within a limit of bytes and time.
import type { Readable } from 'node:stream'
import { apiError } from '../../shared/errors.ts'

/** Rejects with ApiError `content` (too large) or `timeout`, or with the stream's own error. */
export async function readBody(
  body: Buffer | Readable,
  limitBytes: number,
  timeoutMs: number,
): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return shortBody(body, limitBytes)
  const timer = setTimeout(
    () => body.destroy(apiError('timeout', 'the answer did not end in time')),
    timeoutMs,
  )
  try {
    return await collect(body, limitBytes)
  } catch (error) {
    const stalled = (error as { code?: string }).code === 'UND_ERR_BODY_TIMEOUT'
    throw stalled ? apiError('timeout', 'the answer stopped in the middle', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** What is whole already, without the promises of waiting for it. Throws ApiError `content` (too large). */
export function shortBody(body: Buffer, limitBytes: number): Buffer {
  if (body.length > limitBytes) throw tooLarge(limitBytes)
  return body
}

/** By its events: an iterator costs more than the rest of a small answer. */
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
      if (!body.readableEnded) reject(new Error('the answer ended early'))
    })
  // Of what is over already nothing more is heard.
  if (body.destroyed) reject(body.errored ?? new Error('the answer ended early'))
  return promise
}

function tooLarge(limitBytes: number) {
  return apiError('content', `the answer is larger than ${limitBytes} bytes`)
}
