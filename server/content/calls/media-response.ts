// Responses to GET /media/*.
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { byteRange, isNotModified, rangeStillApplies } from '../../base/conditional.ts'
import type { ContentRequest, ContentResponse } from '../../base/content-source.ts'
import { formatHttpDate } from '../../base/fields.ts'
import type { FindMedia, FindMediaDigest } from '../store/media.ts'
import { failure } from './failure.ts'

// An SVG opened directly is a document and could run scripts in the origin of this site.
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

const empty = Buffer.alloc(0)

const immutable = 'public, max-age=31536000, immutable'

/** Immutable at an address with the digest of the file that is sent, `?v={digest}`. Throws Failure: missing. */
export async function mediaResponse(
  find: FindMedia,
  request: ContentRequest,
  now: number,
  digestOf: FindMediaDigest = () => undefined,
): Promise<ContentResponse> {
  const file = await find(request.path)
  if (!file) throw failure('missing')
  const { path, size, modified } = file
  const [, digest] = /^[^?]+\?v=(\w+)$/.exec(request.path) ?? []
  const headers: Record<string, string> = {
    ...(digest && digest === digestOf(request.path, file) && { 'cache-control': immutable }),
    etag: `"${size.toString(36)}-${modified.getTime().toString(36)}"`,
    'last-modified': formatHttpDate(modified.getTime()),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  }
  if (isNotModified(request.headers, headers, now)) return { status: 304, headers, body: empty }

  const dated = { ...headers, date: formatHttpDate(now) }
  // Ranges are for GET alone (RFC 9110 §14.2); an empty file has no satisfiable one.
  const hasRange = request.method === 'GET' && size > 0 && rangeStillApplies(request.headers, dated, now)
  const range = hasRange ? byteRange(request.headers['range'], size) : undefined
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: empty }
  }
  const type = types.get(extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream'
  const { start, end } = range ?? { start: 0, end: size - 1 }
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-type': type,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
      ...(type === 'image/svg+xml' && { 'content-security-policy': svgPolicy }),
    },
    body:
      request.method === 'HEAD' || size === 0 ? empty : await readFrom(path, { start, end }, request.signal),
  }
}

/** Opened before the response starts, so that a file deleted meanwhile is a 404. */
async function readFrom(path: string, range: { start: number; end: number }, signal?: AbortSignal) {
  const handle = await open(path).catch(() => {
    throw failure('missing')
  })
  const stream = handle.createReadStream(range)
  // Without an error: the stream may have no error listener any more.
  if (signal?.aborted) stream.destroy()
  signal?.addEventListener('abort', () => stream.destroy(), { once: true })
  return stream
}

// No HTML or XML: a file of the content folder must not run scripts in the origin of this site.
const types = new Map([
  ['avif', 'image/avif'],
  ['csv', 'text/csv; charset=utf-8'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain; charset=utf-8'],
  ['webm', 'video/webm'],
  ['webp', 'image/webp'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
])
