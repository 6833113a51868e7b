// Current content: the content database of a folder, and its updates. Changes of the folder are found by scans, which fs.watch starts at
// once; the folder is read when two scans agree, and when an item is to appear or disappear.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentUpdate } from '../../base/content-source.ts'
import { takeFileLock } from '../../base/open-database.ts'
import { type ContentProblem, type Log, logNewProblems } from '../markdown/problem.ts'
import type { WatchFolder } from '../markdown/watch-folder.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import type { ContentSearch } from '../search/search-thread.ts'
import { isDamage, isDatabaseError, moveDamaged } from './content-index.ts'
import type { ContentReader } from './content-reader.ts'
import type { Outcome, Reading } from './reading.ts'
import { type ContentRepository, openContentRepository } from './repository.ts'

/** How a folder is read and searched. */
export type ContentStore = {
  reader: ContentReader
  search: ContentSearch
  /** The folder of the content database; without it the database is temporary. */
  indexFolder?: string | undefined
  /** How texts are sanitised. */
  richText?: RichTextOptions
  /** With drafts, scheduled and expired items. */
  showsDrafts?: boolean
}

type CurrentContentOptions = {
  folder: string
  store: ContentStore
  log: Log
  now: () => number
}

/** Two scans that find the same, this time apart: nothing is being written. */
const quietMs = 250
/** Changes that go on are read after this time: a large upload must not hold back everything else. */
const longestMs = 10_000
/** A folder that is being replaced is missing for a moment, and no event follows when it is back. */
const retryMs = 1000
const scanEveryMs = 1000
/** Scans take at most a fiftieth of the time of one core. */
const scanShare = 50

/** Rejects when the folder cannot be read. */
export async function createCurrentContent(options: CurrentContentOptions) {
  const { folder, store, log, now } = options
  const { reader, search, indexFolder, richText = { imageHosts: [] }, showsDrafts = false } = store
  const [changes, problems] = [createEvent<ContentUpdate>(log), createEvent<ContentProblem[]>(log)]
  let place = openPlace(indexFolder, log)
  let repository: ContentRepository | undefined
  /** The database is not the one of the repository. */
  let isReplaced = true
  let latest: Reading | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopWatching: (() => Promise<void>) | undefined

  async function read(seen: string | undefined): Promise<Outcome> {
    const started = performance.now()
    const indexFile = fileIn(place.folder)
    const outcome = await reader.read({
      folder,
      indexFile,
      copyOf: place.isTemporary && indexFolder ? fileIn(indexFolder) : undefined,
      at: now(),
      last: latest && { signature: latest.signature, folders: latest.folders },
      seen,
      showsDrafts,
      richText,
    })
    const { reading } = outcome
    if (!reading) return outcome
    if (isReplaced || reading.isNew) {
      repository?.close()
      repository = openContentRepository(indexFile, search)
      isReplaced = false
    }
    const last = latest
    latest = reading
    logNewProblems(log, reading.problems, last?.problems)
    if (JSON.stringify(last?.problems ?? []) !== JSON.stringify(reading.problems))
      problems.emit(reading.problems)
    if (reading.update.version === last?.update.version) return outcome
    const ms = Math.round(performance.now() - started)
    const count = reading.update.changes === 'unknown' ? 'unknown' : reading.update.changes.length
    log.info({ folder, problems: reading.problems.length, changes: count, ms }, 'content read')
    changes.emit(reading.update)
    return outcome
  }

  /** A damaged database is made anew, one that cannot be written, on a full disk for example, in the temporary folder. */
  function replaceDatabase(err: unknown): Promise<Outcome> {
    const file = fileIn(place.folder)
    if (isDamage(err)) {
      log.warn({ err, file }, 'content database not usable, made anew')
      moveDamaged(file)
    } else if (isDatabaseError(err) && !place.isTemporary) {
      log.warn({ err, file }, 'content database in a temporary folder: it cannot be written')
      place.close()
      place = openTemporaryPlace()
    } else throw err
    isReplaced = true
    return read('any')
  }

  /** One reading at a time. */
  function update(seen: string | undefined): Promise<Outcome> {
    const reading = running.then(() => read(seen).catch(replaceDatabase).catch(replaceDatabase))
    running = reading.catch(() => {})
    return reading
  }

  async function close(): Promise<void> {
    const stopping = stopWatching?.()
    // A reading that has begun is ended.
    await Promise.all([reader.close(), search.close()])
    await Promise.all([stopping, running])
    repository?.close()
    repository = undefined
    place.close()
  }

  try {
    await update(undefined)
  } catch (error) {
    await close()
    throw error
  }

  /** The first one is complete. */
  const reading = () => latest as Reading
  return {
    repository(): ContentRepository {
      if (!repository) throw new Error('content: closed')
      return repository
    },
    reading,
    reload: () => update('any'),
    onChange: changes.listen,
    onProblems: problems.listen,
    /** Until it is closed, changes of the folder are read. */
    async watch(watch: WatchFolder): Promise<void> {
      stopWatching = await watchContent(options, watch, { update, reading })
    },
    close,
  }
}

/** Returns a function that ends it. */
async function watchContent(
  { folder, log, now }: CurrentContentOptions,
  watch: WatchFolder,
  { update, reading }: { update: (seen: string | undefined) => Promise<Outcome>; reading: () => Reading },
) {
  /** What the last scan has found, and the next one has to confirm. */
  let seen: { signature: string; since: number } | undefined
  let watching: { close: () => void } | undefined
  let wake = () => {}
  let [hasEvent, isFailing, isUnwatched, isClosed] = [false, false, false, false]

  /** An event of the file system. One save is several of them, and a copied folder is many: only the first one is of use. */
  function changed(): void {
    hasEvent = true
    if (!seen) wake()
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      hasEvent = false
      const delayMs = await check()
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, hasEvent ? Math.min(delayMs, quietMs) : delayMs)
      wake = resolve
      if (!isClosed) await promise
      clearTimeout(timer)
    }
    watching?.close()
  }

  /** Resolves with the time until the next check, in milliseconds. It is bounded: the system's clock may be set. */
  async function check(): Promise<number> {
    try {
      if (seen && existsSync(folder)) await watchAgain()
      const untilNext = () => (reading().nextAt ?? Number.POSITIVE_INFINITY) - now()
      const goesOn = seen && performance.now() - seen.since > longestMs
      const { signature, ms } = await update(goesOn || untilNext() <= 0 ? 'any' : seen?.signature)
      isFailing = false
      seen =
        signature === reading().signature ? undefined : { signature, since: seen?.since ?? performance.now() }
      return seen ? quietMs : Math.min(Math.max(scanEveryMs, ms * scanShare), untilNext())
    } catch (err) {
      if (!isFailing && !isClosed)
        log.warn({ err, folder }, 'content reload failed, the previous content stays')
      isFailing = true
      // The folder is watched again when it is back.
      seen ??= { signature: '', since: performance.now() }
      return retryMs
    }
  }

  /** Before a reading, so that a change during it is not missed. The system limits the number of watches. */
  async function watchAgain(): Promise<void> {
    try {
      const next = await watch(folder, changed)
      watching?.close()
      watching = next
      isUnwatched = false
    } catch (err) {
      if (!isUnwatched) log.warn({ err, folder }, 'content folder not watched, changes are found by scans')
      isUnwatched = true
    }
  }

  await watchAgain()
  const running = run()
  return () => {
    isClosed = true
    wake()
    return running
  }
}

const fileIn = (folder: string) => join(folder, 'content.sqlite')

/** A folder that one server uses at a time, else a temporary one; throws where none can be made either. */
function openPlace(folder: string | undefined, log: Pick<Log, 'info'>) {
  if (folder === undefined) return openTemporaryPlace()
  try {
    const lock = takeFileLock(join(folder, 'lock.sqlite'))
    return { folder, isTemporary: false, close: () => void (lock.isOpen && lock.close()) }
  } catch (err) {
    log.info(
      { err, folder },
      'content database in a temporary folder: another server uses the folder, or it is not writable',
    )
    return openTemporaryPlace()
  }
}

export function openTemporaryPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'site-content-'))
  return { folder, isTemporary: true, close: () => rmSync(folder, { recursive: true, force: true }) }
}

function createEvent<T>(log: Log) {
  const listeners = new Set<(value: T) => void>()
  return {
    /** Returns a function that removes the listener. */
    listen(listener: (value: T) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(value: T): void {
      for (const listener of listeners)
        try {
          listener(value)
        } catch (err) {
          log.error({ err }, 'content change listener failed')
        }
    },
  }
}
