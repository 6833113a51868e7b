// Sitemap files of all pages: made from one walk, renewed in the background; the last good ones are in DATA_DIR.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { listOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { Time } from '../app-context.ts'
import { decode, encode } from '../cache/codec.ts'
import type { FoundPage } from './found-pages.ts'
import { discoveryMaxAgeSeconds, etagOf } from './send-discovery.ts'
import { urlElement, urlSetEnd, urlSetStart } from './sitemap-xml.ts'
import { type SitePages, type Walk, walk, walkLinked } from './walk.ts'
import { createYield } from './yield.ts'

/** `xml`: compressed by gzip. `modified`: the latest date of a page, or ''. */
type SitemapFile = { xml: Buffer; etag: string; modified: string }
/** `news`: the latest first. */
type OfLanguage = { files: SitemapFile[]; news: FoundPage[] }
/** `builtAt` in milliseconds since 1970; `isStale`: a call was stale; `isPartial`: the site has more pages. */
type Sitemaps = Record<Locale, OfLanguage> & {
  version: string
  builtAt: number
  tookMs: number
  isStale: boolean
  isPartial: boolean
}
export type SitemapFiles = ReturnType<typeof createSitemapFiles>

type SitemapFilesOptions = {
  siteUrl: string
  /** In it are the last good sitemaps, if they have the same `identity`. */
  file: string
  identity: string
  apiFor: (locale: Locale, onStale?: () => void) => Api
  facts: () => SiteFacts
  downloadId: number
  /** Content of an upstream is read slowly, and not all of it where it is much. */
  isRemote: boolean
  /** Of the content: sitemaps of another one are made again at once. */
  version: () => string
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  time: Pick<Time, 'now' | 'monotonic' | 'partTimeoutMs' | 'walkPauseMs'>
}

/** sitemaps.org: 50 000 URLs and 50 MB, uncompressed. */
const [mostUrls, mostBytes] = [50_000, 52_428_800]
/** Google's documentation of news sitemaps. */
const mostNews = 1000
const staleAgeMs = 10_000
const retryAfterMs = 60_000
/** A walk takes at most a tenth of the time. */
const restFactor = 10
/** What is made in this time is made while the request waits. */
const shortMs = 1000
/** To an upstream for a language: the first ones at once, the others with a pause before each. */
const [mostRequests, firstRequests] = [2000, 200]

export function createSitemapFiles(options: SitemapFilesOptions) {
  const { file, identity, version, log, time } = options
  let current: Sitemaps | undefined
  let restoring: Promise<void> | undefined
  let making: Promise<void> | undefined
  let [failedAt, isClosed] = [Number.NEGATIVE_INFINITY, false]

  const restore = async () => {
    try {
      // Its checksum shows that `keep` has written it.
      const kept = decode(await readFile(file)) as { identity: string; made: Sitemaps } | undefined
      if (kept?.identity === identity) current = kept.made
    } catch {
      // None: they are made.
    }
  }
  const keep = async (made: Sitemaps) => {
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(`${file}.tmp`, encode({ identity, made }), { mode: 0o600 })
      await rename(`${file}.tmp`, file)
    } catch (err) {
      log.info({ err, file }, 'sitemaps not kept for the next start')
    }
  }
  const renew = (): Promise<void> => {
    making ??= make(options, () => isClosed)
      .then((made) => {
        current = made
        return keep(made)
      })
      .finally(() => {
        making = undefined
      })
    return making
  }
  const renewInBackground = (): Promise<void> =>
    renew().catch((err) => {
      failedAt = time.monotonic()
      if (!isClosed) log.warn({ err }, 'sitemaps not renewed')
    })
  /** Waits for sitemaps of the present content, where that does not take long. */
  const renewed = async (before: Sitemaps): Promise<void> => {
    if (before.version === version()) return void renewInBackground()
    // A walk that is running may have read the previous content.
    await making?.catch(() => {})
    if (current?.version === version()) return
    await Promise.race([renewInBackground(), sleep(shortMs, undefined, { ref: false })])
  }
  const isDue = ({ version: made, builtAt, tookMs, isStale }: Sitemaps) => {
    // Not negative: the wall clock may have been set back since.
    const ageMs = Math.max(0, time.now() - builtAt)
    const restMs = tookMs * restFactor
    if (made === version())
      return ageMs > Math.max(isStale ? staleAgeMs : discoveryMaxAgeSeconds * 1000, restMs)
    // After a change a small site is not made to wait.
    return tookMs < shortMs || ageMs > restMs
  }

  return {
    /**
     * The files and news of all languages; `isStale`: the origin failed, or they are being made again. While there are none
     * yet, rejects with ApiError if the origin fails, and with PageError 503 after a timeout.
     */
    async read(): Promise<Sitemaps> {
      restoring ??= restore()
      await restoring
      if (!current) await inRequestTime(renew())
      else if (isDue(current) && time.monotonic() - failedAt > retryAfterMs) await renewed(current)
      const { isStale, ...made } = current!
      return { ...made, isStale: isStale || isDue(current!) }
    },
    /** For `warnings` of /readyz. */
    warnings: () =>
      current?.isPartial ? ['sitemaps: the upstream has more pages than are read for them'] : [],
    async close(): Promise<void> {
      isClosed = true
      await making?.catch(() => {})
    },
  }
}

/** Rejects with PageError 503 after the time limit of a request; the work continues. */
async function inRequestTime(work: Promise<void>): Promise<void> {
  const done = work.then(() => true)
  // It may fail after the time limit, when nothing awaits it.
  done.catch(() => {})
  if (!(await Promise.race([done, sleep(requestTimeoutMs, false, { ref: false })])))
    throw pageError(503, 'Service Unavailable')
}

/** Rejects with ApiError where a list or an item cannot be read. */
async function make(options: SitemapFilesOptions, isStopped: () => boolean): Promise<Sitemaps> {
  const { apiFor, log, time } = options
  const [builtAt, startedAt, version] = [time.now(), time.monotonic(), options.version()]
  const { languages, sections } = options.facts()
  let [isStale, isPartial] = [false, false]
  const onBeyond = () => {
    isPartial = true
  }
  const onStale = () => {
    isStale = true
  }
  const linked = { zh: new Set<string>(), en: new Set<string>() }
  const pages: Record<Locale, SitePages> = { zh: new Map(), en: new Map() }
  const walks = listOf(languages).map((locale): Walk => {
    const { downloadId } = options
    const { partTimeoutMs } = time
    const onMissingPart = (err: unknown) => log.warn({ err }, 'links missing in the sitemaps')
    const api = apiFor(locale, onStale)
    const step = createStep(options, isStopped, onBeyond)
    const of = { locale, languages, sections, downloadId, partTimeoutMs }
    return { ...of, api, pages: pages[locale], linked, step, onBeyond, onMissingPart }
  })
  for (const one of walks) await walk(one)
  // Pages of one language may link to pages of the other.
  for (const one of [...walks, ...walks]) await walkLinked(one)
  if (isPartial) log.warn('the upstream has more pages than are read for the sitemaps')

  const ofLanguage = async (locale: Locale): Promise<OfLanguage> => {
    const existsIn = (path: string) => listOf(languages).filter((other) => pages[other].has(path))
    const sorted = [...pages[locale].values()].sort((a, b) => (a.path < b.path ? -1 : 1))
    const elementOf = (page: FoundPage) =>
      urlElement(page, existsIn(page.path), { locale, languages }, options.siteUrl)
    const slugs = sections.ofKind('news').map(({ slug }) => slug)
    const isNews = ({ section = '', published }: FoundPage) => published && slugs.includes(section)
    const byDate = (a: FoundPage, b: FoundPage) => ((a.published ?? '') > (b.published ?? '') ? -1 : 1)
    return {
      files: await divide(sorted, elementOf),
      news: sorted.filter(isNews).sort(byDate).slice(0, mostNews),
    }
  }
  const [zh, en] = [await ofLanguage('zh'), await ofLanguage('en')]
  return { zh, en, version, builtAt, tookMs: time.monotonic() - startedAt, isStale, isPartial }
}

/** Lets the event loop turn, and an upstream rest. */
function createStep({ isRemote, time }: SitemapFilesOptions, isStopped: () => boolean, onBeyond: () => void) {
  const yieldByTime = createYield(time.monotonic)
  let count = 0
  return async () => {
    if (isStopped()) throw new Error('sitemaps: closed')
    await yieldByTime()
    if (!isRemote) return true
    count++
    if (count > firstRequests) await sleep(time.walkPauseMs, undefined, { ref: false })
    if (count > mostRequests) onBeyond()
    return count <= mostRequests
  }
}

/** Files within the limits of sitemaps.org. */
async function divide(pages: FoundPage[], elementOf: (page: FoundPage) => string): Promise<SitemapFile[]> {
  const files: SitemapFile[] = []
  let [elements, bytes, modified] = [[urlSetStart], Buffer.byteLength(urlSetStart + urlSetEnd), '']
  const close = async () => {
    const xml = Buffer.from(elements.join('') + urlSetEnd)
    const etag = etagOf(createHash('sha256').update(xml))
    files.push({ xml: await promisify(gzip)(xml), etag, modified })
    ;[elements, bytes, modified] = [[urlSetStart], Buffer.byteLength(urlSetStart + urlSetEnd), '']
  }
  for (const page of pages) {
    const element = elementOf(page)
    const length = Buffer.byteLength(element)
    if (elements.length > mostUrls || bytes + length > mostBytes) await close()
    elements.push(element)
    bytes += length
    if ((page.modified ?? '') > modified) modified = page.modified ?? ''
  }
  await close()
  return files
}
