// Originals of pictures: fetched from the upstream within limits, if they have changed.
import { createHash } from 'node:crypto'
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { ContentResponse, Send } from '../base/content-source.ts'
import { field } from '../base/fields.ts'
import { discard, readBodyUpTo } from '../base/read-body.ts'

/** `as-is`: no picture, too large, or not for a shared cache. */
export type Original =
  | { kind: 'unchanged' }
  | { kind: 'missing' }
  | { kind: 'as-is'; version: string; etag: string | undefined }
  | { kind: 'file'; version: string; etag: string | undefined; body: Buffer }

const mostBytes = 20_971_520
const raster = /^image\/(?:jpeg|png|webp|avif)\b/i
const missing = [404, 410]

/** `send`: not through the cache. Rejects with UpstreamError, and with ApiError for a body that fails. */
export async function fetchOriginal(send: Send, path: string, known?: string): Promise<Original> {
  const headers = { accept: 'image/*', ...(known && { 'if-none-match': known }) }
  const response = await send({ method: 'GET', path, headers })
  const etag = field(response.headers, 'etag')
  const asIs = { kind: 'as-is', version: digest(etag ?? ''), etag } as const
  if (response.status !== 200) {
    discard(response)
    if (response.status === 304) return { kind: 'unchanged' }
    if (missing.includes(response.status)) return { kind: 'missing' }
    throw new Error(`${path}: status ${response.status}, expected 200`)
  }
  if (!mayHaveCopies(response)) {
    discard(response)
    return asIs
  }
  const body = await readBodyUpTo(response.body, mostBytes, requestTimeoutMs)
  return body ? { kind: 'file', version: digest(body), etag, body } : asIs
}

function mayHaveCopies({ headers }: ContentResponse): boolean {
  return (
    raster.test(field(headers, 'content-type') ?? '') &&
    !/\b(?:private|no-store)\b/i.test(field(headers, 'cache-control') ?? '') &&
    Number(field(headers, 'content-length') ?? 0) <= mostBytes
  )
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12)
}
