// Sitemap files of all pages: made of the pages found, renewed in the background; the last valid ones are in DATA_DIR.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { pageError } from '../../shared/errors.ts'
import { localesOf } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import { etagOf } from '../base/conditional.ts'
import type { Cache } from '../cache/cache.ts'
import { decode, encode } from '../cache/codec.ts'
import { addLists, type Found, type FoundPage, latest, newestFirst, type Site } from './found-pages.ts'
import { findLocalPages } from './local-pages.ts'
import { discoveryMaxAgeSeconds } from './send-discovery.ts'
import { urlElement, urlSetEnd, urlSetStart } from './sitemap-xml.ts'
import { type ApiFor, walkUpstream } from './walk.ts'

/** `xml`: compressed by gzip. `modified`: the latest date of a page. */
type SitemapFile = { xml: Buffer; etag: string; modified: string | undefined }
/** `news`: the latest first. */
type OfLanguage = { files: SitemapFile[]; news: FoundPage[] }
/** `version`: of the content; `builtAt` in milliseconds since 1970. */
type Sitemaps = Record<Locale, OfLanguage> &
  Pick<Found, 'isStale' | 'isPartial'> & { version: string; builtAt: number; tookMs: number }

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
const formatOfFile = 2

export class SitemapFiles {
  readonly #context: AppContext
  readonly #purges: Cache['purges']
  readonly #apiFor: ApiFor
  readonly #closing = new AbortController()
  readonly #restored: Promise<void>
  #current: Sitemaps | undefined
  #making: Promise<void> | undefined
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(context: AppContext, purges: Cache['purges'], apiFor: ApiFor) {
    this.#context = context
    this.#purges = purges
    this.#apiFor = apiFor
    this.#restored = this.#restore()
    context.telemetry.faults.watch('sitemaps incomplete', () =>
      this.#current?.isPartial ? 'the upstream has more pages than are read for them' : undefined,
    )
  }

  /**
   * The files and news of all languages; `isStale`: the upstream failed, or they are being made again. While there are none
   * yet, rejects with ApiError if the upstream fails, and with PageError 503 after a timeout.
   */
  async read(): Promise<Sitemaps> {
    await this.#restored
    const before = this.#current
    if (!before) await within(requestTimeoutMs, this.#renew())
    else if (this.#isDue(before) && this.#context.time.monotonic() - this.#failedAt > retryAfterMs) {
      const renewed = this.#renewed()
      if (before.version !== this.#version()) await within(shortMs, renewed)
    }
    if (!this.#current) throw pageError(503, 'Service Unavailable')
    return { ...this.#current, isStale: this.#current.isStale || this.#isDue(this.#current) }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#making?.catch(() => {})
  }

  /** Sitemaps of other languages or sections, or of content before a purge, are made again. */
  #version(): string {
    const { siteSettings, source } = this.#context
    return `${siteSettings.revision()} ${source.contentUpdate()?.version ?? ''} ${this.#purges()}`
  }

  #isDue({ version, builtAt, tookMs, isStale }: Sitemaps): boolean {
    // Not negative: the wall clock may have been set back since.
    const ageMs = Math.max(0, this.#context.time.now() - builtAt)
    const restMs = tookMs * restFactor
    if (version === this.#version())
      return ageMs > Math.max(isStale ? staleAgeMs : discoveryMaxAgeSeconds * 1000, restMs)
    // After a change a small site is not made to wait.
    return tookMs < shortMs || ageMs > restMs
  }

  /** Does not reject. */
  async #renewed(): Promise<void> {
    try {
      await this.#renew()
      // Sitemaps that were being made already may be of the previous content.
      if (this.#current && this.#isDue(this.#current)) await this.#renew()
    } catch {}
  }

  #renew(): Promise<void> {
    const { telemetry, time } = this.#context
    this.#making ??= this.#make()
      .catch((err: unknown) => {
        this.#failedAt = time.monotonic()
        if (!this.#closing.signal.aborted) telemetry.log.warn({ err }, 'sitemaps not renewed')
        throw err
      })
      .finally(() => {
        this.#making = undefined
      })
    return this.#making
  }

  async #make(): Promise<void> {
    const { config, siteSettings, source, time } = this.#context
    const site = { ...siteSettings.now(), downloadId: config.downloadId }
    const [builtAt, startedAt, version] = [time.now(), time.monotonic(), this.#version()]
    const found = await (source.kind === 'local'
      ? findLocalPages(site, source.publicItems)
      : walkUpstream(this.#context, site, { apiFor: this.#apiFor, signal: this.#closing.signal }))
    const { isStale, isPartial } = found
    for (const locale of localesOf(site.languages)) addLists(found[locale], site)
    const zh = await filesOf('zh', found, site, config.siteUrl)
    const en = await filesOf('en', found, site, config.siteUrl)
    const tookMs = time.monotonic() - startedAt
    this.#current = { zh, en, version, builtAt, tookMs, isStale, isPartial }
    await this.#store(this.#current)
  }

  /** Sitemaps of another upstream or address, and files of another format, are not used. */
  #stored() {
    const { siteUrl, apiBase, contentDir, dataDir, downloadId } = this.#context.config
    const identity = JSON.stringify([formatOfFile, siteUrl, apiBase || contentDir, downloadId])
    return { file: join(dataDir, 'sitemaps'), identity }
  }

  async #restore(): Promise<void> {
    const { file, identity } = this.#stored()
    try {
      // Its checksum shows that `#store` has written it.
      const stored = decode(await readFile(file)) as { identity: string; made: Sitemaps } | undefined
      if (stored?.identity === identity) this.#current = stored.made
    } catch {
      // None: they are made.
    }
  }

  async #store(made: Sitemaps): Promise<void> {
    const { file, identity } = this.#stored()
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(`${file}.tmp`, encode({ identity, made }), { mode: 0o600 })
      await rename(`${file}.tmp`, file)
    } catch (err) {
      this.#context.telemetry.log.info({ err, file }, 'sitemaps not stored for the next start')
    }
  }
}

/** Waits so long at most; the work continues. Rejects as the work does. */
function within(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, sleep(ms, undefined, { ref: false })])
}

/** The files are within the limits of sitemaps.org. */
async function filesOf(
  locale: Locale,
  found: Found,
  { languages, sections }: Site,
  siteUrl: string,
): Promise<OfLanguage> {
  const pages = [...found[locale].pages.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const files: SitemapFile[] = []
  let file = emptyFile()
  for (const [at, page] of pages.entries()) {
    if (at % elementsOfTurn === 0) await setImmediate()
    const indexed = localesOf(languages).filter((other) => found[other].pages.has(page.path))
    const element = urlElement(page, indexed, { locale, languages }, siteUrl)
    const length = Buffer.byteLength(element)
    if (file.elements.length === mostUrls || file.bytes + length > mostBytes) {
      files.push(await compressed(file))
      file = emptyFile()
    }
    file.elements.push(element)
    file.bytes += length
    file.modified = latest([file.modified, page.modified])
  }
  files.push(await compressed(file))
  const isNews = ({ section = '', published }: FoundPage) => published && sections.kindOf(section) === 'news'
  return { files, news: newestFirst(pages.filter(isNews)).slice(0, mostNews) }
}

type OpenFile = { elements: string[]; bytes: number; modified: string | undefined }

function emptyFile(): OpenFile {
  return { elements: [], bytes: Buffer.byteLength(urlSetStart + urlSetEnd), modified: undefined }
}

async function compressed({ elements, modified }: OpenFile): Promise<SitemapFile> {
  const xml = Buffer.from(urlSetStart + elements.join('') + urlSetEnd)
  return { xml: await promisify(gzip)(xml), etag: etagOf(xml), modified }
}
