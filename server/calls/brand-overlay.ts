// Brand beside an upstream: brand.yaml of the content folder over the site configuration of the upstream, with its media files.
import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { callOf } from '../../shared/api/calls.ts'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { isRecord } from '../../shared/is-record.ts'
import { parseJson } from '../base/json.ts'
import type { ContentUpdate, Origin, OriginRequest, OriginResponse } from '../base/origin.ts'
import { readBody } from '../base/read-body.ts'
import { withBrand } from '../sources/markdown/brand.ts'
import { type Log, logNewProblems } from '../sources/markdown/problem.ts'
import { siteFileOf } from '../sources/markdown/site-files.ts'
import { type WatchFolder, watchEach } from '../sources/markdown/watch-folder.ts'
import type { BrandReading } from '../store/brand-file.ts'
import { createFindMedia } from '../store/media-file.ts'
import type { ContentReader } from '../store/reading-thread.ts'
import { createReloads } from '../store/reloads.ts'
import { mediaResponse } from './media-response.ts'

type BrandOverlayOptions = {
  /** The content folder; everything else in it is for the embedded content API, and is not looked at. */
  folder: string
  /** See records.ts. */
  recordsFile: string
  /** Limit of a response of the upstream, in bytes. */
  responseLimit: number
  reader: Pick<ContentReader, 'scan' | 'readBrand' | 'close'>
  log: Log
  watch?: WatchFolder
  now?: () => number
}

const configPath = callOf('siteConfig').path
const mapFile = 'api-map.yaml'

/** Closing it closes the upstream. */
export async function createBrandOverlay(upstream: Origin, options: BrandOverlayOptions): Promise<Origin> {
  const { folder, responseLimit, reader, log, now = Date.now } = options
  const findMedia = createFindMedia(folder)
  const listeners = new Set<(update: ContentUpdate) => void>()
  const file = await openBrandFile(options)
  const version = () => [upstream.contentUpdate?.().version, file.version()].filter(Boolean).join(' ')
  let update: ContentUpdate = { version: version(), since: undefined, changes: 'unknown' }

  function publish(changes: ContentUpdate['changes']): void {
    const changed = { version: version(), since: update.version, changes }
    if (changed.version === changed.since) return
    update = changed
    for (const listener of listeners) listener(update)
  }
  upstream.onChange?.(({ changes }) => publish(changes))

  const reload = async () => {
    const signature = await file.read()
    // The site configuration is on every page.
    publish([{ kind: 'site' }])
    return { signature }
  }
  const watch = options.watch ?? ((_folder, changed) => watchPresent(file.folders(), changed))
  const { scan, signature } = file
  const reloads = createReloads({ folder, watch, scan, reload, signature, nextAt: () => undefined, now, log })
  await reloads.start()

  const { read } = upstream
  return {
    ...upstream,
    async send(request: OriginRequest) {
      const [path = ''] = request.path.split('?')
      if (file.current().media.includes(path))
        return mediaResponse(findMedia, request, now()).catch(() => upstream.send(request))
      const response = await upstream.send(request)
      return path === configPath ? branded(response, file.current().brand, responseLimit) : response
    },
    ...(read && {
      async read(call, isPreview) {
        const data = await read(call, isPreview)
        return call.name === 'siteConfig' && isRecord(data) ? withBrand(data, file.current().brand) : data
      },
    }),
    contentUpdate: () => update,
    problems: () => [...(upstream.problems?.() ?? []), ...file.current().problems],
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      const reloading = reloads.close()
      await reader.close()
      await reloading
      await upstream.close()
    },
  }
}

/** A response with the site configuration, with the brand in its data. */
async function branded(
  response: OriginResponse,
  brand: BrandReading['brand'],
  limit: number,
): Promise<OriginResponse> {
  const body = await readBody(response.body, limit, requestTimeoutMs)
  const envelope = parseJson(body)
  if (response.status !== 200 || !isRecord(envelope) || !isRecord(envelope['data']))
    return { ...response, body }
  const data = withBrand(envelope['data'], brand)
  // The validators of the upstream are those of other bytes.
  const { etag, 'last-modified': modified, 'content-length': length, ...headers } = response.headers
  return { ...response, headers, body: Buffer.from(JSON.stringify({ ...envelope, data })) }
}

/** brand.yaml as it is served, with the files whose changes matter. */
async function openBrandFile({ folder, recordsFile, reader, log }: BrandOverlayOptions) {
  let current: BrandReading = { brand: {}, media: [], problems: [], recordsProblem: undefined }
  let map: string | undefined
  /** Media files have a slash before `media/`. */
  const files = () => [siteFileOf('brand'), ...current.media.map((url) => url.slice(1))]
  const scan = () => reader.scan(folder, [...files(), mapFile])

  /** Resolves with the signature of the files from before they were read. */
  async function read(): Promise<string> {
    const { signature } = await scan()
    const last = current
    current = await reader.readBrand({ folder, recordsFile })
    logNewProblems(log, current, last)
    await readMap()
    return signature
  }

  /** The translation is made at the start. */
  async function readMap(): Promise<void> {
    const { signature } = await reader.scan(folder, [mapFile])
    if (map !== undefined && signature !== map)
      log.warn({ file: mapFile }, 'content map changed: the server uses it after a restart')
    map = signature
  }

  const signature = await read()
  return {
    read,
    scan,
    signature,
    current: () => current,
    version: () => hash('sha1', JSON.stringify(current.brand), 'base64url'),
    folders: () => [...new Set([...files(), mapFile].map((file) => dirname(join(folder, file))))],
  }
}

/** A folder of media that does not exist is found by scans when it does. */
async function watchPresent(folders: string[], changed: () => void) {
  const entries = await Promise.all(folders.map((path) => stat(path).catch(() => undefined)))
  const present = folders.filter((_, at) => entries[at]?.isDirectory())
  return watchEach(present, changed)
}
