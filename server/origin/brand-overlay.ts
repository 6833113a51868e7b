// Brand beside an upstream: brand.yaml of the content folder over the site configuration of the upstream, with its media files.
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { callOf } from '../../shared/api/calls.ts'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { parseJson } from '../base/json.ts'
import type { ContentUpdate, Origin, OriginRequest, OriginResponse } from '../base/origin.ts'
import { withBrand } from '../content/brand.ts'
import { timeZoneOf } from '../content/local-time.ts'
import { createFindMedia } from '../content/media-file.ts'
import { mediaResponse } from '../content/media-response.ts'
import { createParseFile, type ParsedFile, type ParseResult } from '../content/parse-file.ts'
import { type Log, problemEvents } from '../content/problem.ts'
import { createReloads } from '../content/reloads.ts'
import { scanFolder } from '../content/scan.ts'
import { type SiteFiles, siteFileOf } from '../content/site-files.ts'
import { type WatchFolder, watchFolder } from '../content/watch-folder.ts'
import { readBody } from './read-body.ts'

type Options = {
  /** The content folder; everything else in it is for the embedded content API. */
  folder: string
  /** Of a response of the upstream, in bytes. */
  responseLimit: number
  log: Log
  watch?: WatchFolder
  now?: () => number
}
type Brand = { brand: Partial<SiteFiles['brand']>; media: ReadonlySet<string> }

const configPath = callOf('siteConfig').path

/** Closing it closes the upstream. */
export async function createBrandOverlay(upstream: Origin, options: Options): Promise<Origin> {
  const { folder, responseLimit, log, watch = watchFolder, now = Date.now } = options
  const findMedia = createFindMedia(folder)
  const listeners = new Set<(update: ContentUpdate) => void>()
  let current = readBrandFile(folder, log)
  let update: ContentUpdate = { version: versionOf(current), since: undefined, changes: 'unknown' }

  const scan = async () => ({ ...scanFolder(folder), ms: 0 })
  const reload = async () => {
    const { signature } = await scan()
    current = readBrandFile(folder, log)
    // The site configuration is on every page.
    const changed = {
      version: versionOf(current),
      since: update.version,
      changes: [{ kind: 'site' as const }],
    }
    if (changed.version !== changed.since) {
      update = changed
      for (const listener of listeners) listener(update)
    }
    return { signature, isUnsettled: false }
  }
  const { signature } = await scan()
  const reloads = createReloads({ folder, watch, scan, reload, signature, nextAt: () => undefined, now, log })
  await reloads.start()

  const branded = async (response: OriginResponse): Promise<OriginResponse> => {
    const body = await readBody(response.body, responseLimit, requestTimeoutMs)
    const envelope = parseJson(body)
    if (response.status !== 200 || !isRecord(envelope) || !isRecord(envelope['data']))
      return { ...response, body }
    const data = withBrand(envelope['data'], current.brand)
    // The validators of the upstream are those of other bytes.
    const { etag, 'last-modified': modified, 'content-length': length, ...headers } = response.headers
    return { ...response, headers, body: Buffer.from(JSON.stringify({ ...envelope, data })) }
  }

  return {
    ...upstream,
    async send(request: OriginRequest) {
      const [path = ''] = request.path.split('?')
      if (current.media.has(path))
        return mediaResponse(findMedia, request, now()).catch(() => upstream.send(request))
      const response = await upstream.send(request)
      return path === configPath ? branded(response) : response
    },
    contentUpdate: () => update,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      await reloads.close()
      await upstream.close()
    },
  }
}

function versionOf({ brand }: Brand): string {
  return hash('sha1', JSON.stringify(brand), 'base64url')
}

/** No file is no brand. */
function readBrandFile(folder: string, log: Log): Brand {
  const none = { brand: {}, media: new Set<string>() }
  const file = siteFileOf('brand')
  if (!existsSync(join(folder, file))) return none
  const result = createParseFile({ root: folder, timeZone: timeZoneOf(folder) })({ file, digest: undefined })
  const { content, faults, urls } = parsedOf(result)
  for (const { effect, ...where } of faults) log.warn({ file, ...where }, problemEvents[effect])
  // As its reader has parsed it.
  return content === undefined
    ? none
    : { brand: content as SiteFiles['brand'], media: new Set(urls.map(({ url }) => url)) }
}

function parsedOf(result: ParseResult): Pick<ParsedFile, 'content' | 'faults' | 'urls'> {
  if (result.kind === 'parsed') return result.parsed
  return { content: undefined, faults: result.kind === 'unread' ? [result.fault] : [], urls: [] }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
