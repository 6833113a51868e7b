// Current content: the index of the folder, updated by `reload`, with change listeners.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentUpdate } from '../../base/content-source.ts'
import { takeFileLock } from '../../base/open-database.ts'
import { type ContentProblem, type Log, logNewProblems } from '../markdown/problem.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import type { ContentSearch } from '../search/search-thread.ts'
import { discardIndex, isDatabaseError } from './content-index.ts'
import type { ContentReader } from './content-reader.ts'
import type { TextForm } from './items.ts'
import { type Reading, type ReadingOptions, storedReading } from './read-content.ts'
import { type ContentRepositories, type ContentRepository, openContentRepositories } from './repository.ts'
import { readText } from './texts.ts'

/** How a folder is read and searched. */
export type ContentStore = {
  reader: ContentReader
  search: ContentSearch
  /** The folder of the content index, for the next start; without it the index is temporary. */
  indexFolder?: string | undefined
  /** The SQLite file of the valid texts; without it they are beside the index. */
  recordsFile?: string | undefined
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

/** A folder that one server uses at a time, else a temporary one; throws where none can be made either. */
function openPlace(folder: string | undefined, log: Pick<Log, 'info'>) {
  if (folder === undefined) return openTemporaryPlace()
  try {
    const lock = takeFileLock(join(folder, 'lock.sqlite'))
    return { folder, isTemporary: false, close: () => void (lock.isOpen && lock.close()) }
  } catch (err) {
    log.info(
      { err, folder },
      'content index in a temporary folder: another server uses the folder, or it is not writable',
    )
    return openTemporaryPlace()
  }
}

export function openTemporaryPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'site-content-'))
  return { folder, isTemporary: true, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The index that is served: it is made anew, or elsewhere, where its file cannot be used. */
function createServedIndex({ folder, store, log, now }: CurrentContentOptions) {
  const { reader, search, indexFolder, richText = { imageHosts: [] }, showsDrafts = false } = store
  let place = openPlace(indexFolder, log)
  let repositories: ContentRepositories | undefined

  const indexFile = () => join(place.folder, 'index.sqlite')

  async function update(): Promise<Reading> {
    const options: ReadingOptions = {
      folder,
      indexFile: indexFile(),
      recordsFile: store.recordsFile ?? join(place.folder, 'records.sqlite'),
      at: now(),
      isStart: repositories === undefined,
      showsDrafts,
      richText,
    }
    const reading = (options.isStart && (await unchanged(options))) || (await reader.read(options))
    if (!repositories || reading.isNew) {
      repositories?.close()
      repositories = openContentRepositories(options.indexFile, search)
    }
    return reading
  }

  /** What an earlier process has read, where the folder is still the same. */
  async function unchanged(options: ReadingOptions): Promise<Reading | undefined> {
    const stored = storedReading(options, reader.version)
    if (!stored || !readText(options.recordsFile, folder)) return undefined
    const scan = await reader.scan(folder, stored.folders).catch(() => undefined)
    return scan?.signature === stored.signature ? stored : undefined
  }

  /** Makes the index anew, after damage for example. */
  function makeAnew(err: unknown): Promise<Reading> {
    if (!isDatabaseError(err)) throw err
    log.warn({ err, file: indexFile() }, 'content index not usable, made anew')
    discardIndex(indexFile())
    return update()
  }

  /** The disk may be full, for example: the temporary folder may be on another one. */
  function makeElsewhere(err: unknown): Promise<Reading> {
    if (place.isTemporary || !isDatabaseError(err)) throw err
    log.warn({ err, file: indexFile() }, 'content index in a temporary folder: it cannot be written')
    place.close()
    place = openTemporaryPlace()
    return update()
  }

  return {
    update: () => update().catch(makeAnew).catch(makeElsewhere),
    repository(text: TextForm = 'html'): ContentRepository {
      if (!repositories) throw new Error('content: closed')
      return repositories.of(text)
    },
    async close(): Promise<void> {
      await Promise.all([reader.close(), search.close()])
      repositories?.close()
      repositories = undefined
      place.close()
    },
  }
}

/** Rejects when the folder cannot be read. */
export async function createCurrentContent(options: CurrentContentOptions) {
  const { folder, log } = options
  const index = createServedIndex(options)
  const [changes, problems] = [createEvent<ContentUpdate>(log), createEvent<ContentProblem[]>(log)]

  async function read(last?: Reading): Promise<Reading> {
    const started = performance.now()
    const reading = await index.update()
    latest = reading
    logNewProblems(log, reading, last)
    if (JSON.stringify(last?.problems ?? []) !== JSON.stringify(reading.problems))
      problems.emit(reading.problems)
    if (reading.update.version === last?.update.version) return reading
    const ms = Math.round(performance.now() - started)
    const count = reading.update.changes === 'unknown' ? 'unknown' : reading.update.changes.length
    log.info({ folder, problems: reading.problems.length, changes: count, ms }, 'content read')
    changes.emit(reading.update)
    return reading
  }

  let latest: Reading
  try {
    latest = await read()
  } catch (error) {
    await index.close()
    throw error
  }

  return {
    repository: index.repository,
    problems: () => latest.problems,
    reading: () => latest,
    reload: oneAtATime(() => read(latest)),
    onChange: changes.listen,
    onProblems: problems.listen,
    close: index.close,
  }
}

/** One call at a time; those that wait for it are one. */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        const started = work()
        running = started
        return started
      })
    return next
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
