// Sitemap files of all pages: made from the pages found, renewed in the background; the last good ones are in DATA_DIR.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { listOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Time } from '../app-context.ts'
import { decode, encode } from '../cache/codec.ts'
import { addLists, type FoundPage, type Site, type SitePages } from './found-pages.ts'
import { discoveryMaxAgeSeconds, etagOf } from './send-discovery.ts'
import { urlElement, urlSetEnd, urlSetStart } from './sitemap-xml.ts'
import type { WalkOptions } from './walk.ts'

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
/** `onStale`: called for each stale response. */
export type Progress = Pick<WalkOptions, 'signal' | 'onBeyond'> & { onStale: () => void }

type SitemapFilesOptions = {
  siteUrl: string
  /** In it are the last good sitemaps, if they have the same `identity`. */
  file: string
  identity: string
  site: () => Site
  /** Rejects with ApiError where a list or an item cannot be read. */
  findPages: (site: Site, progress: Progress) => Promise<SitePages>
  /** Of the content: sitemaps of another one are made again at once. */
  version: () => string
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  time: Pick<Time, 'now' | 'monotonic'>
}

/** sitemaps.org: 50 000 URLs and 50 MB, uncompressed. */
const [mostUrls, mostBytes] = [50_000, 52_428_800]
/** Google's documentation of news sitemaps. */
const mostNews = 1000
const staleAgeMs = 10_000
const retryAfterMs = 60_000
/** Finding the pages takes at most a tenth of the time. */
const restFactor = 10
/** What is made in this time is made while the request waits. */
const shortMs = 1000
/** Elements between which other requests are responded to. */
const elementsOfTurn = 200

export class SitemapFiles {
  readonly #options: SitemapFilesOptions
  #current: Sitemaps | undefined
  #restoring: Promise<void> | undefined
  #making: Promise<void> | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  readonly #closing = new AbortController()

  constructor(options: SitemapFilesOptions) {
    this.#options = options
  }

  /**
   * The files and news of all languages; `isStale`: the origin failed, or they are being made again. While there are none
   * yet, rejects with ApiError if the origin fails, and with PageError 503 after a timeout.
   */
  async read(): Promise<Sitemaps> {
    const { monotonic } = this.#options.time
    this.#restoring ??= this.#restore()
    await this.#restoring
    if (!this.#current) await within(requestTimeoutMs, this.#renew())
    else if (this.#isDue(this.#current) && monotonic() - this.#failedAt > retryAfterMs)
      await this.#renewed(this.#current)
    if (!this.#current) throw pageError(503, 'Service Unavailable')
    return { ...this.#current, isStale: this.#current.isStale || this.#isDue(this.#current) }
  }

  /** For `warnings` of /readyz. */
  warnings(): string[] {
    return this.#current?.isPartial ? ['sitemaps: the upstream has more pages than are read for them'] : []
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#making?.catch(() => {})
  }

  #isDue({ version, builtAt, tookMs, isStale }: Sitemaps): boolean {
    // Not negative: the wall clock may have been set back since.
    const ageMs = Math.max(0, this.#options.time.now() - builtAt)
    const restMs = tookMs * restFactor
    if (version === this.#options.version())
      return ageMs > Math.max(isStale ? staleAgeMs : discoveryMaxAgeSeconds * 1000, restMs)
    // After a change a small site is not made to wait.
    return tookMs < shortMs || ageMs > restMs
  }

  /** Waits for sitemaps of the present content, where that does not take long. */
  async #renewed(before: Sitemaps): Promise<void> {
    const { version } = this.#options
    if (before.version === version()) return void this.#renewInBackground()
    // Those that are being made may be of the previous content.
    await this.#making?.catch(() => {})
    if (this.#current?.version !== version()) await within(shortMs, this.#renewInBackground())
  }

  async #renewInBackground(): Promise<void> {
    const { log, time } = this.#options
    try {
      await this.#renew()
    } catch (err) {
      this.#failedAt = time.monotonic()
      if (!this.#closing.signal.aborted) log.warn({ err }, 'sitemaps not renewed')
    }
  }

  #renew(): Promise<void> {
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  async #make(): Promise<void> {
    const { findPages, log, time, siteUrl, version } = this.#options
    const [site, signal] = [this.#options.site(), this.#closing.signal]
    const [builtAt, startedAt, madeOf] = [time.now(), time.monotonic(), version()]
    let [isStale, isPartial] = [false, false]
    const onStale = () => {
      isStale = true
    }
    const onBeyond = () => {
      isPartial = true
    }
    const found = await findPages(site, { signal, onStale, onBeyond })
    if (isPartial) log.warn('the upstream has more pages than are read for the sitemaps')
    for (const locale of listOf(site.languages)) addLists(found[locale], site)
    const [zh, en] = [
      await ofLanguage('zh', found, site, siteUrl),
      await ofLanguage('en', found, site, siteUrl),
    ]
    const tookMs = time.monotonic() - startedAt
    this.#current = { zh, en, version: madeOf, builtAt, tookMs, isStale, isPartial }
    await this.#keep(this.#current)
  }

  async #restore(): Promise<void> {
    const { file, identity } = this.#options
    try {
      // Its checksum shows that `#keep` has written it.
      const kept = decode(await readFile(file)) as { identity: string; made: Sitemaps } | undefined
      if (kept?.identity === identity) this.#current = kept.made
    } catch {
      // None: they are made.
    }
  }

  async #keep(made: Sitemaps): Promise<void> {
    const { file, identity, log } = this.#options
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(`${file}.tmp`, encode({ identity, made }), { mode: 0o600 })
      await rename(`${file}.tmp`, file)
    } catch (err) {
      log.info({ err, file }, 'sitemaps not kept for the next start')
    }
  }
}

/** Waits so long at most; the work continues. Rejects as the work does. */
function within(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, sleep(ms, undefined, { ref: false })])
}

async function ofLanguage(
  locale: Locale,
  found: SitePages,
  { languages, sections }: Site,
  siteUrl: string,
): Promise<OfLanguage> {
  const sorted = [...found[locale].pages.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const elementOf = (page: FoundPage) => {
    const indexed = listOf(languages).filter((other) => found[other].pages.has(page.path))
    return urlElement(page, indexed, { locale, languages }, siteUrl)
  }
  const slugs = sections.ofKind('news').map(({ slug }) => slug)
  const isNews = ({ section = '', published }: FoundPage) => published && slugs.includes(section)
  const byDate = (a: FoundPage, b: FoundPage) => ((a.published ?? '') > (b.published ?? '') ? -1 : 1)
  return {
    files: await divide(sorted, elementOf),
    news: sorted.filter(isNews).sort(byDate).slice(0, mostNews),
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
    if (elements.length % elementsOfTurn === 0) await setImmediate()
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
