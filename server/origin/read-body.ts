// Collects the body of an answer within a limit of bytes and time.
import type { Readable } from 'node:stream'
import { apiError } from '../../shared/errors.ts'

/** Rejects with ApiError `content` (too large) or `timeout`, or with the stream's own error. */
export async function readBody(
  body: Buffer | Readable,
  limitBytes: number,
  timeoutMs: number,
): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(
    () => body.destroy(apiError('timeout', 'the answer did not end in time')),
    timeoutMs,
  )
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length
      if (size > limitBytes) throw apiError('content', `the answer is larger than ${limitBytes} bytes`)
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    const stalled = (error as { code?: string }).code === 'UND_ERR_BODY_TIMEOUT'
    throw stalled ? apiError('timeout', 'the answer stopped in the middle', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
