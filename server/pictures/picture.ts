// A picture below /media/: what is known of it, and the addresses of its copies.
import { type CopyFormat, copyFormats, copyWidths, type KnownPicture } from '../../shared/image.ts'
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'

/** `shown`: undefined for what is sent as it is, such as an animation. `version`: a digest of the file. */
export type Picture = { version: string; etag: string | undefined; shown: KnownPicture | undefined }

/** `path`: canonical, so that a picture has one key. `version`: that of the page that offers the copy. */
export type WantedCopy = { path: string; width: number; format: CopyFormat; version: string | undefined }

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
export function wantedCopy(url: string): WantedCopy | undefined {
  const [, file = '', given, type, version] =
    /^([^?]+)\?w=(\d{3,4})&f=([a-z]{4})(?:&v=([\w-]{1,40}))?$/.exec(url) ?? []
  const width = copyWidths.find((one) => String(one) === given)
  const format = copyFormats.find((one) => one === type)
  const path = picturePath(file)
  return path && width && format ? { path, width, format, version } : undefined
}
