// Current content: the content database of a folder, and its updates.
import type { ContentFault, ContentUpdate } from '../../base/content-source.ts'
import { type Log, logNewProblems } from '../markdown/problem.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import type { ContentSearch } from '../search/search-thread.ts'
import { isDamage, isDatabaseError, moveDamaged, openPlace, openTemporaryPlace } from './content-index.ts'
import type { ContentReader } from './content-reader.ts'
import type { Outcome, Reading } from './reading.ts'
import { type ContentRepository, openContentRepository } from './repository.ts'
import { type WatchFolder, watchContent, watchFolder } from './watch.ts'

export type CurrentContent = Awaited<ReturnType<typeof createCurrentContent>>

export type ContentOptions = {
  folder: string
  /** How it is read and searched. */
  reader: ContentReader
  search: (indexFile: string) => ContentSearch
  /** The folder of the content database; without it the database is temporary. */
  indexFolder?: string | undefined
  /** How texts are sanitised. */
  richText?: RichTextOptions
  /** With drafts, scheduled and expired items. */
  showsDrafts?: boolean
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
}

/** Rejects when the folder cannot be read. */
export async function createCurrentContent(options: ContentOptions) {
  const { folder, reader, search, indexFolder, log, now } = options
  const { richText = { imageHosts: [] }, showsDrafts = false } = options
  const [changes, problems] = [createEvent<ContentUpdate>(log), createEvent<ContentFault[]>(log)]
  let place = openPlace(indexFolder, log)
  let repository: ContentRepository | undefined
  /** The database of the repository. */
  let opened: string | undefined
  let latest: Reading | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopWatching: (() => Promise<void>) | undefined

  async function read(seen: string | undefined): Promise<Outcome> {
    const started = performance.now()
    const { file: indexFile } = place
    const outcome = await reader.read({
      folder,
      indexFile,
      copyOf: place.copyOf,
      at: now(),
      last: latest && { digest: latest.digest, folders: latest.folders },
      seen,
      showsDrafts,
      richText,
    })
    const { reading } = outcome
    if (!reading) return outcome
    if (indexFile !== opened || reading.isNew) {
      repository?.close()
      repository = openContentRepository(indexFile, search(indexFile))
      opened = indexFile
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
    const { file } = place
    if (isDamage(err)) {
      log.warn({ err, file }, 'content database not usable, made anew')
      moveDamaged(file)
    } else if (isDatabaseError(err) && !place.isTemporary) {
      log.warn({ err, file }, 'content database in a temporary folder: it cannot be written')
      place.close()
      place = openTemporaryPlace(indexFolder)
    } else throw err
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
    await Promise.all([reader.close(), repository?.search.close()])
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
    async watch(watch: WatchFolder = watchFolder): Promise<void> {
      stopWatching = await watchContent({ folder, watch, update, reading, log, now })
    },
    close,
  }
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
