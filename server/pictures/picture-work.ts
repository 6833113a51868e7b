// Picture work: measures pictures and makes copies in the background, one after the other.
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Send } from '../base/content-source.ts'
import { mostEntries } from '../base/memoize.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { createSlots } from '../base/slots.ts'
import type { WorkerQueue } from '../base/worker-queue.ts'
import { fetchOriginal, type Original } from './originals.ts'
import type { Picture, WantedCopy } from './picture.ts'
import type { PictureStore } from './picture-store.ts'
import type { PictureJob, PictureResult, Shown } from './worker.ts'

type PictureWorkOptions = {
  store: PictureStore
  /** Sends the requests of media files. */
  send: Send
  worker: WorkerQueue<PictureJob, PictureResult>
  /** Pages that show the picture are out of date. */
  onChange: (path: string) => void
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => number
}

export type PictureWork = ReturnType<typeof createPictureWork>

const maxWaiting = 64
const waitMs = 300_000
/** After an error, until the same work is tried again. */
const pauseMs = 60_000
/** How soon a file that was replaced under its name is noticed without a purge. */
const checkMs = 300_000
const maxKeys = 20_000

export function createPictureWork(options: PictureWorkOptions) {
  const { store, send, onChange, log, now } = options
  const sharp = createSharp(options)
  const attempts = createAttempts(now, (err, picture) => {
    if (!sharp.isClosed()) log.warn({ err, picture }, 'picture sent as it is')
  })
  const checked = new LRUCache<string, number>(mostEntries(maxKeys))

  const may = (key: string) => !sharp.isAbsent() && !sharp.isClosed() && attempts.may(key)

  /** Undefined where there is no such file, and without sharp. */
  const learn = async (path: string, original: Original): Promise<Picture | undefined> => {
    const known = store.picture(path)
    checked.set(path, now())
    if (original.kind === 'unchanged') return known
    if (original.kind === 'missing') {
      if (known) store.remove(path)
      if (known?.shown) onChange(path)
      return undefined
    }
    const { version, etag } = original
    const isSame = known?.version === version
    if (isSame && known.etag === etag) return known
    const measured = isSame ? known.shown : await sharp.measure(original)
    if (sharp.isAbsent()) return undefined
    const picture = { version, etag, shown: measured && { ...measured, path, version } }
    store.setPicture(path, picture)
    if (!isSame && (known?.shown || picture.shown)) onChange(path)
    return picture
  }

  const make = async ({ path, width, format }: WantedCopy) => {
    const original = await fetchOriginal(send, path)
    const picture = await learn(path, original)
    if (original.kind !== 'file' || !picture?.shown) return
    const result = await sharp.run({ original: original.body, copy: { width, format } })
    if (!result) return
    const isSmaller = result.kind === 'copy' && result.body.length < original.body.length
    store.setCopy({ version: original.version, width, format }, isSmaller ? result.body : 'original')
  }

  return {
    isAbsent: sharp.isAbsent,
    /** Measures the picture where that has not been done, or the file may have changed. */
    check(path: string) {
      if (now() - (checked.get(path) ?? -checkMs) < checkMs || !may(path)) return
      const etag = store.picture(path)?.etag
      void attempts.start(path, async () => void (await learn(path, await fetchOriginal(send, path, etag))))
    },
    mayMake: (wanted: WantedCopy) => may(keyOf(wanted)),
    make: (wanted: WantedCopy) => void attempts.start(keyOf(wanted), () => make(wanted)),
    /** Undefined: all of them. */
    recheck: (path?: string) => (path === undefined ? checked.clear() : checked.delete(path)),
    close: sharp.close,
  }
}

function keyOf({ path, width, format }: WantedCopy): string {
  return `${path} ${width} ${format}`
}

/** The worker with sharp. Where sharp cannot be loaded its functions resolve with undefined. */
function createSharp({ worker, log }: Pick<PictureWorkOptions, 'worker' | 'log'>) {
  let [isAbsent, isClosed] = [false, false]

  const run = async (job: PictureJob): Promise<PictureResult | undefined> => {
    if (isAbsent) return undefined
    const result = await worker.run(job).catch((error): PictureResult => {
      if (isClosed) throw error
      // What stops the worker, or takes too long, is not tried again.
      return { kind: 'as-is' }
    })
    if (result.kind !== 'absent') return result
    isAbsent = true
    log.warn({ problem: result.problem }, 'pictures are sent as they are: sharp cannot be loaded')
    return undefined
  }

  return {
    run,
    isAbsent: () => isAbsent,
    isClosed: () => isClosed,
    async measure(original: Original): Promise<Shown | undefined> {
      const result = original.kind === 'file' ? await run({ original: original.body }) : undefined
      return result?.kind === 'shown' ? result.shown : undefined
    },
    async close() {
      isClosed = true
      await worker.close()
    },
  }
}

/** One work at a time, and none again soon after its failure. */
function createAttempts(now: () => number, onFailure: (err: unknown, key: string) => void) {
  const mayReport = createMinuteLimit(now)
  const busy = new Set<string>()
  const failed = new LRUCache<string, number>(mostEntries(maxKeys))
  const overload = Object.assign(new Error('too many pictures are waiting'), { name: 'BusyError' })
  const slots = createSlots({ most: 1, maxWaiting, waitMs, overload: () => overload })

  return {
    may: (key: string) => !busy.has(key) && now() - (failed.get(key) ?? -pauseMs) >= pauseMs,
    async start(key: string, work: () => Promise<void>) {
      busy.add(key)
      try {
        const release = await slots.acquire()
        await work().finally(release)
      } catch (err) {
        if (err === overload) return
        failed.set(key, now())
        if (mayReport()) onFailure(err, key)
      } finally {
        busy.delete(key)
      }
    },
  }
}
