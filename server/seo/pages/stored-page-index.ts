// Stored page index: the last good index, rebuilt in the background and restored after a restart.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { requestTimeoutMs } from '../../../shared/constants.ts'
import { pageError } from '../../../shared/errors.ts'
import { listOf } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SiteFacts } from '../../../shared/site-facts.ts'
import { createYield } from '../../base/yield.ts'
import { type IndexFile, newIndexFile, removeIndexFile, restoreIndex } from './index-files.ts'
import { createPageIndex, type PageIndex } from './page-index.ts'
import { walk, walkLinked } from './walk.ts'

type StoredPageIndexOptions = {
  /** The folder of the index files; other files are not touched. */
  folder: string
  /** Site, origin and schema version; an index with another identity is not used. */
  identity: string
  walks: {
    apiFor: (locale: Locale) => Api
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
/** `madeAt`: by the monotonic clock. `users`: reference count. */
type OpenIndex = Omit<IndexFile, 'builtAt'> & { madeAt: number; users: number; isRetired: boolean }
type Lease = { index: PageIndex; release: () => void }
export type StoredPageIndex = ReturnType<typeof createStoredPageIndex>

const retryAfterMs = 60_000
/** Building the index takes at most a tenth of the time. */
const restFactor = 10
/** An index that is built in this time is built while the request waits. */
const shortMs = 1000

export function createStoredPageIndex(options: StoredPageIndexOptions) {
  const { folder, identity, log, maxAgeMs, version } = options
  const { now, monotonic } = options.time
  let current: OpenIndex | undefined
  let making: Promise<void> | undefined
  let [serial, failedAt, isStarted, isClosed] = [0, Number.NEGATIVE_INFINITY, false, false]

  const retire = (opened: OpenIndex) => {
    opened.isRetired = true
    if (opened.users > 0) return
    opened.index.close()
    removeIndexFile(opened.file)
  }

  const make = async () => {
    const [builtAt, madeAt] = [Math.round(now()), monotonic()]
    const content = version()
    const file = newIndexFile(folder, `${builtAt}-${process.pid}${++serial}`, log)
    const index = createPageIndex(file)
    try {
      await fill(index, options, () => isClosed)
      const tookMs = Math.round(monotonic() - madeAt)
      for (const [name, value] of Object.entries({ identity, builtAt, tookMs, content }))
        index.setFact(name, String(value))
      index.commit()
      if (isClosed) throw new Error('page index: closed')
      const before = current
      current = { index, file, madeAt, tookMs, content, users: 0, isRetired: false }
      if (before) retire(before)
    } catch (error) {
      index.close()
      removeIndexFile(file)
      throw error
    }
  }

  const renew = (): Promise<void> => {
    making ??= make().finally(() => {
      making = undefined
    })
    return making
  }

  const start = () => {
    isStarted = true
    const stored = restoreIndex(folder, identity)
    if (!stored) return
    const { builtAt, ...rest } = stored
    // Not negative: the wall clock may have been set back since.
    const ageMs = Math.max(0, now() - builtAt)
    current = { ...rest, madeAt: monotonic() - ageMs, users: 0, isRetired: false }
  }

  const isOutdated = ({ content }: OpenIndex) => content !== version()

  const isDue = (opened: OpenIndex) => {
    const { madeAt, tookMs } = opened
    const restMs = tookMs * restFactor
    // After a change a small site is not made to wait.
    const ageMs = isOutdated(opened) ? (tookMs < shortMs ? -1 : restMs) : Math.max(maxAgeMs, restMs)
    return monotonic() - madeAt > ageMs && monotonic() - failedAt > retryAfterMs
  }

  const first = async () => {
    const made = renew().then(() => true)
    // It may fail after the timeout below, when nothing awaits it.
    made.catch(() => {})
    if (!(await Promise.race([made, sleep(requestTimeoutMs, false, { ref: false })])))
      throw pageError(503, 'Service Unavailable')
  }

  const renewInBackground = (): Promise<void> =>
    renew().catch((err) => {
      failedAt = monotonic()
      if (!isClosed) log.warn({ err }, 'index of pages not renewed')
    })

  /** Waits for an index of the present content, where that does not take long. */
  const renewed = async (opened: OpenIndex): Promise<void> => {
    if (!isOutdated(opened)) return void renewInBackground()
    // A build that is running may have read the previous content.
    await making?.catch(() => {})
    if (current && !isOutdated(current)) return
    await Promise.race([renewInBackground(), sleep(shortMs, undefined, { ref: false })])
  }

  /**
   * The index, which stays open until it is released. While there is none yet, rejects with ApiError if the origin
   * fails, and with PageError 503 after a timeout.
   */
  const lease = async (): Promise<Lease> => {
    if (!isStarted) start()
    if (!current) await first()
    else if (isDue(current)) await renewed(current)
    const opened = current!
    opened.users++
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      opened.users--
      if (opened.isRetired) retire(opened)
    }
    return { index: opened.index, release }
  }

  return {
    lease,
    async use<T>(work: (index: PageIndex) => Promise<T> | T): Promise<T> {
      const { index, release } = await lease()
      try {
        return await work(index)
      } finally {
        release()
      }
    },
    /** Resolves when a running build has ended, successfully or not. */
    settled: async (): Promise<void> => making?.catch(() => {}),
    async close(): Promise<void> {
      isClosed = true
      await making?.catch(() => {})
      current?.index.close()
    },
  }
}

async function fill(index: PageIndex, options: StoredPageIndexOptions, isStopped: () => boolean) {
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
    api: apiFor(locale),
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
}
