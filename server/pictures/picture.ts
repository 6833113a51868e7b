// A picture below /media/: what is known of it, the addresses of its copies, and its file.
import { createHash } from 'node:crypto'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { type CopyFormat, copyFormats, copyWidths, type KnownPicture } from '../../shared/image.ts'
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'
import type { ContentResponse, Send } from '../base/content-source.ts'
import { field } from '../base/fields.ts'
import { discard, readBodyUpTo } from '../base/read-body.ts'

/** `shown`: undefined for what is sent as it is, such as an animation. `version`: a digest of the file. */
export type Picture = { version: string; etag: string | undefined; shown: KnownPicture | undefined }

/** `path`: canonical, so that a picture has one key. `version`: that of the page that offers the copy. */
export type RequestedCopy = { path: string; width: number; format: CopyFormat; version: string | undefined }

const folder = '/media/'
const raster = /\.(?:jpe?g|png|webp|avif)$/i
const mostPath = 1000

/** Undefined for an address that is not of a picture below /media/, or has a query. */
export function picturePath(url: string): string | undefined {
  return mediaPath(url, raster)
}

/** The canonical path of a file below /media/ whose name ends like this; undefined for another, or with a query. */
export function mediaPath(url: string, ending: RegExp): string | undefined {
  if (!url.startsWith(folder) || url.length > mostPath || /[?#]/.test(url) || !ending.test(url))
    return undefined
  const segments = decodedSegmentsOf(url)
  return segments?.every((one) => one !== '' && one !== '.' && one !== '..')
    ? `/${segments.map(encodeURIComponent).join('/')}`
    : undefined
}

/** `Cache-Control` of an address that does not name the version of its file. */
export const mediaMaxAge = 'max-age=300'
export const mediaCaching = `public, ${mediaMaxAge}`

/** `Cache-Control` of the file where its copy is not made yet. */
export const untilMade = 'public, max-age=60'

/** Undefined for a request of the file itself: no such width, no such format, or another parameter. */
export function requestedCopy(url: string): RequestedCopy | undefined {
  const [, file = '', given, type, version] =
    /^([^?]+)\?w=(\d{3,4})&f=([a-z]{4})(?:&v=([\w-]{1,40}))?$/.exec(url) ?? []
  const width = copyWidths.find((one) => String(one) === given)
  const format = copyFormats.find((one) => one === type)
  const path = picturePath(file)
  return path && width && format ? { path, width, format, version } : undefined
}

/** `as-is`: no picture, too large, or not for a shared cache. */
export type Original =
  | { kind: 'unchanged' }
  | { kind: 'missing' }
  | { kind: 'as-is'; version: string; etag: string | undefined }
  | { kind: 'file'; version: string; etag: string | undefined; body: Buffer }

const mostBytes = 20_971_520
const rasterType = /^image\/(?:jpeg|png|webp|avif)\b/i
const missing = [404, 410]

/** `send`: not through the cache. Rejects with ApiError. */
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
    rasterType.test(field(headers, 'content-type') ?? '') &&
    !/\b(?:private|no-store)\b/i.test(field(headers, 'cache-control') ?? '') &&
    Number(field(headers, 'content-length') ?? 0) <= mostBytes
  )
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12)
}
