// The last good index of the pages: made again behind those who use it, and kept over a restart.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../../../shared/api/api.ts'
import { requestTimeoutMs } from '../../../shared/constants.ts'
import { pageError } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/locale.ts'
import { newIndexFile, removeIndexFile, restoreIndex, type StoredIndex } from './index-files.ts'
import { createPageIndex, type PageIndex } from './page-index.ts'
import { walk, walkNoticed } from './walk.ts'

type Options = {
  /** Where the file is; what else is there stays. */
  folder: string
  /** Of another site or origin, or of another form: such an index is not used. */
  identity: string
  apiFor: (locale: Locale) => Api
  /** What is known of all pages once they are there. */
  complete: (index: PageIndex, step: () => Promise<void>) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  now: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonic: () => number
  maxAgeMs: number
}
/** `madeAt`: by the clock that nobody sets. */
type Kept = Omit<StoredIndex, 'builtAt'> & { madeAt: number; users: number; isRetired: boolean }
type Lease = { index: PageIndex; release: () => void }
export type PageIndexKeeper = ReturnType<typeof createPageIndexKeeper>

const retryAfterMs = 60_000
/** Making the index takes at most one part in ten of the time. */
const restFactor = 10

export function createPageIndexKeeper(options: Options) {
  const { folder, identity, log, now, monotonic, maxAgeMs } = options
  let current: Kept | undefined
  let making: Promise<void> | undefined
  let [serial, failedAt, isStarted, isClosed] = [0, Number.NEGATIVE_INFINITY, false, false]

  const retire = (kept: Kept) => {
    kept.isRetired = true
    if (kept.users > 0) return
    kept.index.close()
    removeIndexFile(kept.file)
  }

  const make = async () => {
    const [builtAt, madeAt] = [Math.round(now()), monotonic()]
    const file = newIndexFile(folder, `${builtAt}-${process.pid}${++serial}`, log)
    const index = createPageIndex(file)
    try {
      await fill(index, options, () => isClosed)
      const tookMs = Math.round(monotonic() - madeAt)
      for (const [name, value] of Object.entries({ identity, builtAt, tookMs }))
        index.setFact(name, String(value))
      index.commit()
      if (isClosed) throw new Error('closed')
      const before = current
      current = { index, file, madeAt, tookMs, users: 0, isRetired: false }
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
    // The clock may have been set since: nothing is older than its date, or younger than now.
    const ageMs = Math.max(0, now() - builtAt)
    current = { ...rest, madeAt: monotonic() - ageMs, users: 0, isRetired: false }
  }

  const isDue = ({ madeAt, tookMs }: Kept) =>
    monotonic() - madeAt > Math.max(maxAgeMs, tookMs * restFactor) && monotonic() - failedAt > retryAfterMs

  const first = async () => {
    const made = renew().then(() => true)
    // Nobody may be there any more when it fails.
    made.catch(() => {})
    if (!(await Promise.race([made, sleep(requestTimeoutMs, false, { ref: false })])))
      throw pageError(503, 'Service Unavailable')
  }

  const renewBehind = () =>
    void renew().catch((err) => {
      failedAt = monotonic()
      if (!isClosed) log.warn({ err }, 'index of pages not renewed')
    })

  /**
   * The index, which stays open until it is released. Rejects with ApiError where there is none yet and the origin
   * fails, and with PageError where the first one takes long.
   */
  const lease = async (): Promise<Lease> => {
    if (!isStarted) start()
    if (!current) await first()
    else if (isDue(current)) renewBehind()
    const kept = current!
    kept.users++
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      kept.users--
      if (kept.isRetired) retire(kept)
    }
    return { index: kept.index, release }
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
    /** Resolves when what is being made is there, or has failed. */
    settled: async (): Promise<void> => making?.catch(() => {}),
    async close(): Promise<void> {
      isClosed = true
      await making?.catch(() => {})
      current?.index.close()
    },
  }
}

async function fill(index: PageIndex, { apiFor, complete, log }: Options, isStopped: () => boolean) {
  const step = () => {
    if (isStopped()) throw new Error('closed')
  }
  const onMissingPart = (err: unknown) => log.warn({ err }, 'links missing in the index of pages')
  const walks = (['zh', 'en'] as const).map((locale) => ({
    ...{ api: apiFor(locale), locale, index, step, onMissingPart },
  }))
  index.begin()
  for (const one of walks) await walk(one)
  // Pages of one language may lead to pages of the other.
  for (const one of [...walks, ...walks]) await walkNoticed(one)
  await complete(index, async () => {
    step()
    await setImmediate()
  })
}
