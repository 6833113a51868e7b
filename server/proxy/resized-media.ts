// Smaller copies of images below /media/: `/media/hall.jpg?w=768`, in the format that the browser accepts, cached like pages.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isApiError } from '../../shared/errors.ts'
import { copyWidths, resizedParameter } from '../../shared/image.ts'
import { field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { isOriginError, originError } from '../base/origin-error.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { discard, readBody } from '../base/read-body.ts'
import { parseTarget } from '../base/target.ts'
import type { CacheRequest, Made } from '../cache/cache-request.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { Cache } from '../cache/engine.ts'
import { type ImageFormat, isBusy, type ResizeImage } from './image-resizer.ts'

type ResizedMediaOptions = {
  cache: Pick<Cache, 'serve'>
  /** Not through the cache. */
  send: Send
  resize: ResizeImage
  timeoutMs: number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** A copy: what is fetched, and what it becomes. `path` is canonical, so that an image has few keys. */
type Wanted = { path: string; width: number; format: ImageFormat }

const mostBytes = 20_971_520
const mostPath = 1000
const raster = /^image\/(?:jpeg|png|webp|avif)\b/i
const ordinary = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800'
const empty = Buffer.alloc(0)

/** Sends the file itself where there is no copy. Rejects with OriginError. */
export function createResizedMedia({ cache, send, resize, timeoutMs, log }: ResizedMediaOptions) {
  const mayLog = createMinuteLimit(1, Date.now)

  const make = async ({ path, width, format }: Wanted): Promise<Made> => {
    const headers = { accept: 'image/*' }
    const response = await send({ method: 'GET', path, headers, timeoutMs })
    const lifetime = lifetimeOf(response)
    const tags = [`path:${path}`]
    if (response.status !== 200 || !lifetime) {
      discard(response)
      throw notShared()
    }
    const fields = { 'cache-control': lifetime, vary: 'accept' }
    // Relative: the path of the origin may have a prefix.
    const location = `./${path.slice(path.lastIndexOf('/') + 1)}`
    const asItIs = { status: 302, fields: { ...fields, location }, body: empty, tags, isComplete: true }
    if (!mayBeResized(response)) {
      discard(response)
      return asItIs
    }
    const original = await readBody(response.body, mostBytes, timeoutMs).catch(tooLargeOrFailed)
    const copy = original && (await resize(original, { width, format }))
    if (!copy) return asItIs
    const etag = `"${createHash('sha256').update(copy.bytes).digest('base64url').slice(0, 22)}"`
    const ofCopy = { ...fields, 'content-type': copy.type, etag }
    return { status: 200, fields: ofCopy, body: copy.bytes, tags, isComplete: true }
  }

  const copyOf = async (request: OriginRequest, wanted: Wanted): Promise<CacheResponse | undefined> => {
    const { path, width, format } = wanted
    const lookup: CacheRequest = {
      kind: 'media',
      call: undefined,
      locale: 'zh',
      tags: [`path:${path}`],
      key: `MEDIA ${path}?${resizedParameter}=${width} ${format}`,
      fill: { method: 'GET', path, headers: {} },
      make: () => make(wanted),
    }
    try {
      return await cache.serve(lookup, request)
    } catch (error) {
      if (isOriginError(error)) throw error
      if (isNotShared(error)) return undefined
      const msg = isBusy(error) ? 'images sent as they are: too many wait' : 'image not resized'
      if (mayLog()) log.warn({ err: error, path }, msg)
      return undefined
    }
  }

  return async (request: OriginRequest): Promise<OriginResponse> => {
    const wanted = wantedOf(request)
    if (!wanted) return send(request)
    return (await copyOf(request, wanted)) ?? send({ ...request, path: wanted.path })
  }
}

/** Undefined for a request of another kind: no other parameter, and none of the widths that pages offer. */
function wantedOf({ path, headers }: OriginRequest): Wanted | undefined {
  const [, given] = new RegExp(`\\?${resizedParameter}=(\\d{1,5})$`).exec(path) ?? []
  const width = copyWidths.find((one) => String(one) === given)
  const target = width && path.length <= mostPath ? parseTarget(path) : undefined
  if (!width || !target || target.query.size !== 1) return undefined
  const canonical = `/${target.segments.map(encodeURIComponent).join('/')}`
  return { path: canonical, width, format: acceptedFormat(headers['accept'] ?? '') }
}

function acceptedFormat(accept: string): ImageFormat {
  const accepts = (type: string) =>
    accept.split(',').some((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    })
  return accepts('image/avif') ? 'avif' : accepts('image/webp') ? 'webp' : 'own'
}

/** An error, or a file of which nothing may be stored. */
function notShared(): Error {
  return Object.assign(new Error('no file that copies are made of'), { name: 'NotShared' })
}

function isNotShared(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotShared'
}

/** Undefined where a shared cache may not store the file, or would have to fetch it for each request. */
function lifetimeOf({ headers }: OriginResponse): string | undefined {
  const given = field(headers, 'cache-control') ?? ''
  if (/\b(?:private|no-store|no-cache)\b/i.test(given)) return undefined
  return /\b(?:s-maxage|max-age)=[1-9]/i.test(given) ? given : ordinary
}

function mayBeResized({ headers }: OriginResponse): boolean {
  return (
    raster.test(field(headers, 'content-type') ?? '') &&
    Number(field(headers, 'content-length') ?? 0) <= mostBytes
  )
}

/** Too large: as it is. */
function tooLargeOrFailed(error: unknown): undefined {
  if (isApiError(error) && error.kind === 'content') return undefined
  throw originError(isApiError(error) && error.kind === 'timeout' ? 'timeout' : 'network', error)
}
