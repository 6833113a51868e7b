// Stored page index: the last good index, rebuilt in the background and restored after a restart. Not an entry of the
// HTTP cache: one walk makes all sitemaps of both languages, and a sitemap may be fifty times as large as an entry.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { requestTimeoutMs } from '../../../shared/constants.ts'
import { pageError } from '../../../shared/errors.ts'
import { listOf } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SiteFacts } from '../../../shared/site-facts.ts'
import { createYield } from '../yield.ts'
import { type IndexFile, newIndexFile, removeIndexFile, restoreIndex } from './index-files.ts'
import { createPageIndex, type PageIndex } from './page-index.ts'
import { walk, walkLinked } from './walk.ts'

type StoredPageIndexOptions = {
  /** The folder of the index files; other files are not touched. */
  folder: string
  /** Site, origin and schema version; an index with another identity is not used. */
  identity: string
  walks: {
    apiFor: (locale: Locale, onStale?: () => void) => Api
    facts: () => SiteFacts
    /** The category of downloads that `/download` shows. */
    downloadId: number
    /** How long an optional part is waited for, in milliseconds. */
    partTimeoutMs: number
  }
  /** Called after the walk, to compute what depends on all pages. */
  complete: (index: PageIndex, step: () => Promise<void>) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Both in milliseconds, the second of a monotonic clock. */
  time: { now: () => number; monotonic: () => number }
  maxAgeMs: number
  /** Version of the content: an index of another one is built again at once. */
  version: () => string
}
/** `madeAt`: by the monotonic clock. `isStale`: a call that it was made from was stale. */
type OpenIndex = Omit<IndexFile, 'builtAt'> & { madeAt: number; isStale: boolean }
export type StoredPageIndex = ReturnType<typeof createStoredPageIndex>

const staleMaxAgeMs = 10_000
const retryAfterMs = 60_000
/** Building the index takes at most a tenth of the time. */
const restFactor = 10
/** An index that is built in this time is built while the request waits. */
const shortMs = 1000

export function createStoredPageIndex(options: StoredPageIndexOptions) {
  const { log, version } = options
  const { monotonic } = options.time
  let current: OpenIndex | undefined
  let making: Promise<void> | undefined
  let [serial, failedAt, isStarted, isClosed] = [0, Number.NEGATIVE_INFINITY, false, false]

  const replace = async () => {
    const built = await build(options, ++serial, () => isClosed)
    if (current) discard(current)
    current = built
  }

  const renew = (): Promise<void> => {
    making ??= replace().finally(() => {
      making = undefined
    })
    return making
  }

  const renewInBackground = (): Promise<void> =>
    renew().catch((err) => {
      failedAt = monotonic()
      if (!isClosed) log.warn({ err }, 'index of pages not renewed')
    })

  /** Waits for an index of the present content, where that does not take long. */
  const renewed = async ({ content }: OpenIndex): Promise<void> => {
    if (content === version()) return void renewInBackground()
    // A build that is running may have read the previous content.
    await making?.catch(() => {})
    if (current?.content === version()) return
    await Promise.race([renewInBackground(), sleep(shortMs, undefined, { ref: false })])
  }

  return {
    /**
     * What `work` returns for the index, which may be closed afterwards; `isStale`: the origin failed, or the index is being
     * built again. While there is none yet, rejects with ApiError
     * if the origin fails, and with PageError 503 after a timeout.
     */
    async read<T>(work: (index: PageIndex, isStale: boolean) => T): Promise<T> {
      if (!isStarted) current = restore(options)
      isStarted = true
      if (!current) await inRequestTime(renew())
      else if (isDue(current, options) && monotonic() - failedAt > retryAfterMs) await renewed(current)
      return work(current!.index, current!.isStale || isDue(current!, options))
    },
    /** The index after a `read`. */
    latest: (): PageIndex => current!.index,
    async close(): Promise<void> {
      isClosed = true
      await making?.catch(() => {})
      current?.index.close()
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

function restore({ folder, identity, time }: StoredPageIndexOptions): OpenIndex | undefined {
  const stored = restoreIndex(folder, identity)
  // Not negative: the wall clock may have been set back since.
  return (
    stored && {
      ...stored,
      isStale: false,
      madeAt: time.monotonic() - Math.max(0, time.now() - stored.builtAt),
    }
  )
}

function isDue(
  { content, madeAt, tookMs, isStale }: OpenIndex,
  { version, time, maxAgeMs: longestMs }: StoredPageIndexOptions,
) {
  const maxAgeMs = isStale ? staleMaxAgeMs : longestMs
  const restMs = tookMs * restFactor
  // After a change a small site is not made to wait.
  const changedAgeMs = tookMs < shortMs ? -1 : restMs
  return time.monotonic() - madeAt > (content === version() ? Math.max(maxAgeMs, restMs) : changedAgeMs)
}

function discard({ index, file }: Pick<OpenIndex, 'index' | 'file'>) {
  index.close()
  removeIndexFile(file)
}

/** `serial`: part of the file's name. Rejects with ApiError where a list or an item cannot be read. */
async function build(
  options: StoredPageIndexOptions,
  serial: number,
  isStopped: () => boolean,
): Promise<OpenIndex> {
  const { folder, identity, log, time } = options
  const [builtAt, madeAt, content] = [Math.round(time.now()), time.monotonic(), options.version()]
  const file = newIndexFile(folder, `${builtAt}-${process.pid}${serial}`, log)
  const index = createPageIndex(file)
  try {
    const isStale = await fill(index, options, isStopped)
    const tookMs = Math.round(time.monotonic() - madeAt)
    for (const [name, value] of Object.entries({ identity, builtAt, tookMs, content }))
      index.setFact(name, String(value))
    index.commit()
    return { index, file, madeAt, tookMs, content, isStale }
  } catch (error) {
    discard({ index, file })
    throw error
  }
}

/** Resolves with whether a call was stale. */
async function fill(
  index: PageIndex,
  options: StoredPageIndexOptions,
  isStopped: () => boolean,
): Promise<boolean> {
  let isStale = false
  const onStale = () => {
    isStale = true
  }
  const { complete, log, time } = options
  const { apiFor, facts, downloadId, partTimeoutMs } = options.walks
  const { languages, sections } = facts()
  const yieldByTime = createYield(time.monotonic)
  const step = async () => {
    if (isStopped()) throw new Error('page index: closed')
    await yieldByTime()
  }
  const onMissingPart = (err: unknown) => log.warn({ err }, 'links missing in the index of pages')
  const walks = listOf(languages).map((locale) => ({
    api: apiFor(locale, onStale),
    downloadId,
    sections,
    locale,
    languages,
    index,
    step,
    onMissingPart,
    partTimeoutMs,
  }))
  index.begin()
  for (const one of walks) await walk(one)
  // Pages of one language may link to pages of the other.
  for (const one of [...walks, ...walks]) await walkLinked(one)
  await complete(index, step)
  return isStale
}
