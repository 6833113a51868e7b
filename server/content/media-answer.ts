// Answers of GET /media/*.
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { OriginRequest, OriginResponse } from '../origin/origin.ts'
import { type ByteRange, readByteRange } from './byte-range.ts'
import { isUnmodifiedSince, matchesEtag } from './conditions.ts'
import { failure } from './failure.ts'
import type { FindMedia } from './media-file.ts'
import { mediaType } from './media-types.ts'

// An SVG opened by itself is a document and could run scripts as this site.
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** Throws Failure: missing. */
export async function mediaAnswer(find: FindMedia, request: OriginRequest): Promise<OriginResponse> {
  const file = await find(request.path)
  if (!file) throw failure('missing')
  const { path, size, modified } = file
  const etag = `"${size.toString(36)}-${modified.getTime().toString(36)}"`
  const headers = {
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  }
  if (isNotModified(request, etag, modified)) return { status: 304, headers, body: Buffer.alloc(0) }

  const range = rangeOf(request, size, etag, headers['last-modified'])
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: Buffer.alloc(0) }
  }
  const type = mediaType(path)
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  return {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'content-type': type,
      'content-length': String(end - start + 1),
      ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${size}` }),
      ...(type === 'image/svg+xml' && { 'content-security-policy': svgPolicy }),
    },
    body:
      request.method === 'HEAD' || size === 0
        ? Buffer.alloc(0)
        : await readFrom(path, { start, end }, request),
  }
}

/** If-None-Match decides alone where there is one (RFC 9110 §13.2.2). */
function isNotModified({ headers }: OriginRequest, etag: string, modified: Date): boolean {
  const known = headers['if-none-match']
  return known === undefined
    ? isUnmodifiedSince(headers['if-modified-since'], modified)
    : matchesEtag(known, etag)
}

/** A range of another version than the one the visitor has is no use to them (RFC 9110 §13.1.5). */
function rangeOf({ headers, method }: OriginRequest, size: number, etag: string, modified: string) {
  const condition = headers['if-range']
  const applies =
    method === 'GET' && (condition === undefined || condition === etag || condition === modified)
  return applies ? readByteRange(headers.range, size) : 'whole'
}

/** Opened before the answer starts, so that a file that vanished is still a 404. */
async function readFrom(path: string, range: ByteRange, { signal }: OriginRequest): Promise<Readable> {
  const handle = await open(path).catch(() => {
    throw failure('missing')
  })
  const stream = handle.createReadStream(range)
  // Without an error: nobody might be listening for one any more.
  if (signal?.aborted) stream.destroy()
  signal?.addEventListener('abort', () => stream.destroy(), { once: true })
  return stream
}
