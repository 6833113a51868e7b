// Picture work: measures pictures and makes copies in the background, one after the other.
import { LRUCache } from 'lru-cache'
import type { KnownPicture } from '../../shared/image.ts'
import type { AppContext } from '../app-context.ts'
import { mostEntries } from '../base/memoize.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { createSlots } from '../base/slots.ts'
import type { WorkerQueue } from '../base/worker-queue.ts'
import { fetchOriginal, type Original, type RequestedCopy } from './picture.ts'
import type { PictureStore } from './picture-store.ts'
import type { PictureJob, PictureResult } from './worker.ts'

const maxWaiting = 64
const waitMs = 300_000
/** After an error, until the same work is tried again. */
const pauseMs = 60_000
/** How soon a file that was replaced under its name is noticed without a purge. */
const checkMs = 300_000
const maxKeys = 20_000
const overload = Object.assign(new Error('too many pictures are waiting'), { name: 'BusyError' })

/** `onChange`: pages that show the picture are out of date. */
export function createPictureWork(
  { source: { send }, telemetry: { log }, time: { now } }: AppContext,
  store: PictureStore,
  worker: WorkerQueue<PictureJob, PictureResult>,
  onChange: (path: string) => void,
) {
  const mayReport = createMinuteLimit(now)
  const slots = createSlots({ most: 1, maxWaiting, waitMs, overload: () => overload })
  const busy = new Set<string>()
  const failed = new LRUCache<string, number>(mostEntries(maxKeys))
  const checked = new LRUCache<string, number>(mostEntries(maxKeys))
  /** `isAbsent`: sharp cannot be loaded. */
  let [isAbsent, isClosed] = [false, false]

  const may = (key: string) =>
    !isAbsent && !isClosed && !busy.has(key) && now() - (failed.get(key) ?? -pauseMs) >= pauseMs

  /** One work at a time, and none again soon after its failure. */
  const start = async (key: string, work: () => Promise<unknown>) => {
    busy.add(key)
    try {
      const release = await slots.acquire()
      await work().finally(release)
    } catch (err) {
      if (err === overload || isClosed) return
      failed.set(key, now())
      if (mayReport()) log.warn({ err, picture: key }, 'picture sent as it is')
    } finally {
      busy.delete(key)
    }
  }

  const run = async (job: PictureJob): Promise<PictureResult> => {
    const result = await worker.run(job).catch((error): PictureResult => {
      if (isClosed) throw error
      // What stops the worker, or takes too long, is not tried again.
      return { kind: 'as-is' }
    })
    if (result.kind !== 'absent') return result
    if (!isAbsent)
      log.warn({ problem: result.problem }, 'pictures are sent as they are: sharp cannot be loaded')
    isAbsent = true
    return result
  }

  /** Undefined where there is no such picture, and without sharp. */
  const storeMeasured = async (path: string, original: Original): Promise<KnownPicture | undefined> => {
    const known = store.picture(path)
    let shown: KnownPicture | undefined
    checked.set(path, now())
    if (original.kind === 'unchanged') return known?.shown
    if (original.kind === 'missing') {
      if (known) store.remove(path)
    } else {
      const { version, etag } = original
      if (known?.version === version) {
        if (known.etag !== etag) store.setPicture(path, { ...known, etag })
        return known.shown
      }
      const measured = original.kind === 'file' ? await run({ original: original.body }) : undefined
      if (measured?.kind === 'absent') return undefined
      if (measured?.kind === 'shown') shown = { ...measured.shown, path, version }
      store.setPicture(path, { version, etag, shown })
    }
    if (known?.shown || shown) onChange(path)
    return shown
  }

  const make = async ({ path, width, format }: RequestedCopy) => {
    const original = await fetchOriginal(send, path)
    const shown = await storeMeasured(path, original)
    if (original.kind !== 'file' || !shown) return
    const result = await run({ original: original.body, copy: { width, format } })
    if (result.kind === 'absent') return
    const isSmaller = result.kind === 'copy' && result.body.length < original.body.length
    store.setCopy({ version: original.version, width, format }, isSmaller ? result.body : 'original')
  }

  return {
    isAbsent: () => isAbsent,
    /** Measures the picture where that has not been done, or the file may have changed. */
    check(path: string) {
      if (now() - (checked.get(path) ?? -checkMs) < checkMs || !may(path)) return
      const etag = store.picture(path)?.etag
      void start(path, async () => storeMeasured(path, await fetchOriginal(send, path, etag)))
    },
    mayMake: (wanted: RequestedCopy) => may(copyKey(wanted)),
    make: (wanted: RequestedCopy) => void start(copyKey(wanted), () => make(wanted)),
    /** Undefined: all of them. */
    recheck: (path?: string) => (path === undefined ? checked.clear() : checked.delete(path)),
    async close() {
      isClosed = true
      await worker.close()
    },
  }
}

function copyKey({ path, width, format }: RequestedCopy): string {
  return `${path} ${width} ${format}`
}
