// Pictures as configured: drawings, and copies in AVIF and WebP of the pictures below /media/, made on first use and stored in
// DATA_DIR/media.
import { join } from 'node:path'
import { type Media, widthsOf } from '../../shared/image.ts'
import type { AppContext } from '../app-context.ts'
import { isNotModified } from '../base/conditional.ts'
import type { ContentRequest, ContentResponse } from '../base/content-source.ts'
import { field } from '../base/fields.ts'
import { createRateLimit } from '../base/rate-limit.ts'
import { createWorkerQueue } from '../base/worker-queue.ts'
import type { Purge } from '../ops/purge.ts'
import { createDrawings } from './drawings.ts'
import {
  mediaCaching,
  type Picture,
  picturePath,
  type RequestedCopy,
  requestedCopy,
  untilMade,
} from './picture.ts'
import { createPictureStore, type PictureStore, type StoredCopy } from './picture-store.ts'
import { createPictureWork } from './picture-work.ts'
import type { PictureJob, PictureResult } from './worker.ts'

export type Pictures = ReturnType<typeof createPictures>

const mediaFile = /^\/media\/[^?#]+$/
/** Copies of one address that are made in a minute; a page has about 30. */
const perMinute = 240
const minuteMs = 60_000
const mostDrawings = 32
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const immutable = 'public, max-age=31536000, immutable'
const empty = Buffer.alloc(0)

/** `onChange`: pages that show the picture are out of date. */
export function createPictures(context: AppContext, onChange: (path: string) => void) {
  const { config, source, distDir, telemetry, time } = context
  const { send, mediaDigest } = source
  const createWorker = (name: string, maxWaiting: number) =>
    createWorkerQueue<PictureJob, PictureResult>({
      name,
      file: join(distDir, 'server/picture-worker.js'),
      resourceLimits,
      maxWaiting,
    })
  // A thread of their own: a request waits for them, and copies take seconds.
  const drawings = createDrawings(context, createWorker('drawing worker', mostDrawings))
  const store = openStore(context)
  let version = 0
  const work =
    store &&
    createPictureWork({
      store,
      send,
      worker: createWorker('picture worker', 1),
      onChange(path) {
        version++
        onChange(path)
      },
      log: telemetry.log,
      now: time.now,
    })
  const secondsFor = createRateLimit({
    most: Math.ceil((perMinute * config.addressRate) / 100),
    monotonic: time.monotonic,
    windowMs: minuteMs,
  })

  return {
    drawings,
    mediaFor: (onFile: (path: string) => void = () => {}): Media => ({
      version,
      onFile(path) {
        onFile(path)
        const picture = work && picturePath(path)
        if (picture) work.check(picture)
      },
      urlOf(url) {
        const digest = mediaFile.test(url) ? mediaDigest(url) : undefined
        if (digest === undefined) return url
        onFile(url)
        return `${url}?v=${digest}`
      },
      pictureOf(url) {
        const path = work && picturePath(url)
        if (!path) return undefined
        onFile(path)
        work.check(path)
        return work.isAbsent() ? undefined : store.picture(path)?.shown
      },
    }),
    /** A copy, the file itself until there is one, or what the upstream has at another address. Rejects with ApiError. */
    async send(request: ContentRequest, address: string): Promise<ContentResponse> {
      const wanted = requestedCopy(request.path)
      if (!wanted) return send(request)
      const forwarded = { ...request, path: wanted.path }
      if (!work || work.isAbsent()) return send(forwarded)
      const picture = store.picture(wanted.path)
      // Any other is measured with its first copy, within the rate.
      if (picture) work.check(wanted.path)
      const copy = picture && copyOf(store, picture, wanted)
      if (copy === 'original') return send(forwarded)
      if (copy) return copyResponse(request, wanted, { copy, version: picture.version, now: time.now() })
      if (work.mayMake(wanted) && secondsFor(address) === 0) work.make(wanted)
      return shortLived(await send(forwarded))
    },
    /** The files of what is purged may have changed. */
    purging:
      (purge: Purge): Purge =>
      (target, mode) => {
        if (target.kind === 'all') work?.recheck()
        if (target.kind === 'tag') work?.recheck(picturePath(target.tag.replace('path:', '')) ?? '')
        return purge(target, mode)
      },
    async close() {
      await drawings.close()
      await work?.close()
      store?.close()
    },
  }
}

function openStore({ config, telemetry: { log }, time: { now } }: AppContext): PictureStore | undefined {
  const { dataDir, mediaCopiesBytes: mostBytes } = config
  if (mostBytes === 0) return undefined
  try {
    // Not `.sqlite`: no backup needs it.
    return createPictureStore(join(dataDir, 'media/copies.db'), mostBytes, now)
  } catch (err) {
    log.warn({ err }, 'pictures are sent as they are: their copies cannot be stored')
    return undefined
  }
}

function copyOf(
  store: PictureStore,
  { version, shown }: Picture,
  { width, format }: RequestedCopy,
): StoredCopy | undefined {
  const hasCopy = shown && widthsOf(shown).some(({ wanted }) => wanted === width)
  return hasCopy ? store.copy({ version, width, format }) : 'original'
}

function copyResponse(
  { method, headers: conditions }: ContentRequest,
  { width, format, version: wanted }: RequestedCopy,
  { copy, version, now }: { copy: Uint8Array; version: string; now: number },
): ContentResponse {
  const headers = {
    'cache-control': wanted === version ? immutable : mediaCaching,
    etag: `"${version}-${width}-${format}"`,
  }
  if (isNotModified(conditions, headers, now)) return { status: 304, headers, body: empty }
  return {
    status: 200,
    headers: { ...headers, 'content-type': `image/${format}`, 'content-length': String(copy.length) },
    body: method === 'HEAD' ? empty : Buffer.from(copy.buffer, copy.byteOffset, copy.length),
  }
}

/** What is for one visitor, and errors, stay as they are. */
function shortLived(response: ContentResponse): ContentResponse {
  const { status, headers } = response
  const given = field(headers, 'cache-control') ?? ''
  if (![200, 206, 304].includes(status) || /\b(?:private|no-store)\b/i.test(given)) return response
  const { expires: _, 'cdn-cache-control': __, ...rest } = headers
  return { ...response, headers: { ...rest, 'cache-control': untilMade } }
}
