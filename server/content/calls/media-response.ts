// Responses to GET /media/*.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import sendFile from '@fastify/send'
import type { ContentRequest, ContentResponse } from '../../base/content-source.ts'
import type { FindMedia, FindMediaDigest } from '../store/media.ts'
import { failure } from './failure.ts'

// An SVG opened directly is a document and could run scripts in the origin of this site.
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
// No HTML, XML or script: a file of the content folder must not run scripts in the origin of this site.
const inertType = /^(?:(?:audio|image|video)\/|text\/(?:csv|plain)|application\/(?:pdf|zip|vnd\.openxml))/

/** Immutable at an address with the digest of the file that is sent, `?v={digest}`. Throws Failure: missing. */
export async function mediaResponse(
  find: FindMedia,
  request: ContentRequest,
  digestOf: FindMediaDigest = () => undefined,
): Promise<ContentResponse> {
  const file = await find(request.path)
  if (!file) throw failure('missing')
  const [, digest] = /^[^?]+\?v=(\w+)$/.exec(request.path) ?? []
  const sent = await sendFile(fileRequest(request, file.size), encodeURIComponent(file.path), {
    // None in the content folder is found; the folder may itself be in one.
    dotfiles: 'allow',
    cacheControl: digest !== undefined && digest === digestOf(request.path, file),
    immutable: true,
    maxAge: '365d',
  })
  const { statusCode: status, stream } = sent
  if (sent.type !== 'file' && status !== 412 && status !== 416) throw failure('missing')
  // The response starts after it, so that a file deleted meanwhile is a 404.
  await once(stream, 'readable').catch(() => {
    throw failure('missing')
  })
  // Without an error: the stream may have no error listener any more.
  if (request.signal?.aborted) stream.destroy()
  request.signal?.addEventListener('abort', () => stream.destroy(), { once: true })
  const headers = new Headers(sent.headers)
  headers.set('x-content-type-options', 'nosniff')
  const type = headers.get('content-type')
  if (type && !inertType.test(type)) headers.set('content-type', 'application/octet-stream')
  if (type === 'image/svg+xml') headers.set('content-security-policy', svgPolicy)
  return { status, headers: Object.fromEntries(headers), body: stream }
}

/** A Node.js request, of which the library reads method and header fields. */
function fileRequest({ method, headers }: ContentRequest, size: number): Readable {
  const { range = '', ...others } = headers
  // A suffix that is longer than the file is the whole file (RFC 9110 §14.1.2).
  const within = range.replace(/^bytes=-(\d+)$/, (_, length) => `bytes=-${Math.min(Number(length), size)}`)
  // Ranges are for GET alone (§14.2).
  return Object.assign(new Readable(), {
    method,
    headers: method === 'GET' ? { ...others, range: within } : others,
  })
}
