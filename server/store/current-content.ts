// Current content: the index of the folder, updated by `reload`, with change listeners.
import type { ContentUpdate } from '../base/content-source.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import { type ContentProblem, type Log, logNewProblems } from '../sources/markdown/problem.ts'
import { discardIndex, isDatabaseError } from './content-index.ts'
import { openIndexPlace, openTemporaryPlace } from './index-place.ts'
import type { Reading } from './read-content.ts'
import type { ContentReader } from './reading-thread.ts'
import { hasRecords } from './records.ts'
import { type ContentRepositories, type ContentRepository, openContentRepositories } from './repository.ts'
import type { ContentSearch } from './search-thread.ts'
import type { TextForm } from './stored-entries.ts'
import { codeOf, storedReading } from './stored-reading.ts'

/** How a folder is read and searched. */
export type ContentStore = {
  reader: ContentReader
  search: ContentSearch
  /** The folder of the content index, for the next start; without it the index is temporary. */
  indexFolder?: string | undefined
  /** The SQLite file of the last valid texts; without it they are beside the index. */
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

const noHosts: RichTextOptions = { imageHosts: [] }

type Listener<T> = (update: T) => void

/** The index that is served: it is made anew, or elsewhere, where its file cannot be used. */
function createServedIndex(options: CurrentContentOptions) {
  const { folder, store, log, now } = options
  const { reader, search, indexFolder, richText = noHosts, showsDrafts = false } = store
  let place = openIndexPlace(indexFolder, log)
  let repositories: ContentRepositories | undefined

  const recordsFile = () => store.recordsFile ?? place.recordsFile

  async function updateIndex(): Promise<Reading> {
    const isStart = repositories === undefined
    const unchanged = isStart ? await unchangedReading(options, place.file, recordsFile()) : undefined
    const reading =
      unchanged ??
      (await reader.read({
        folder,
        indexFile: place.file,
        at: now(),
        isStart,
        showsDrafts,
        richText,
        recordsFile: recordsFile(),
      }))
    if (!repositories || reading.isNew) {
      repositories?.close()
      repositories = openContentRepositories(place.file, search)
    }
    return reading
  }

  /** Makes the index anew, after damage for example. */
  async function makeAnew(err: unknown): Promise<Reading> {
    if (!isDatabaseError(err)) throw err
    log.warn({ err, file: place.file }, 'content index not usable, made anew')
    discardIndex(place.file)
    return updateIndex()
  }

  /** The disk may be full, for example: the temporary folder may be on another one. */
  async function makeElsewhere(err: unknown): Promise<Reading> {
    if (place.isTemporary || !isDatabaseError(err)) throw err
    log.warn({ err, file: place.file }, 'content index in a temporary folder: it cannot be written')
    place.close()
    place = openTemporaryPlace()
    return updateIndex()
  }

  return {
    update: () => updateIndex().catch(makeAnew).catch(makeElsewhere),
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

/** What an earlier process has read, where the folder is still the same. */
async function unchangedReading(
  { folder, store, now }: CurrentContentOptions,
  indexFile: string,
  recordsFile: string,
): Promise<Reading | undefined> {
  const { reader, richText = noHosts, showsDrafts = false } = store
  const stored = storedReading(indexFile, { code: codeOf(reader.version, { richText, showsDrafts }), folder })
  if (!stored || !hasRecords(recordsFile)) return undefined
  const { signature, folders, problems, nextAt, version } = stored
  // The clock may have been set back: then no time is to be trusted.
  const isDue = now() < stored.at || now() >= (nextAt ?? Number.POSITIVE_INFINITY)
  const scan = isDue ? undefined : await reader.scan(folder, folders).catch(() => undefined)
  if (scan?.signature !== signature) return undefined
  const update = { version, since: version, changes: [] }
  return { problems, recordsProblem: undefined, isNew: false, signature, folders, nextAt, update }
}

/** Rejects when the folder cannot be read. */
export async function createCurrentContent(options: CurrentContentOptions) {
  const { folder, log } = options
  const index = createServedIndex(options)
  const listeners = new Set<Listener<ContentUpdate>>()
  const problemListeners = new Set<Listener<ContentProblem[]>>()
  let latest: Reading | undefined

  async function read(): Promise<Reading> {
    const started = performance.now()
    const last = latest
    const current = await index.update()
    latest = current
    const { update, problems } = current
    logNewProblems(log, current, last)
    const isOther = JSON.stringify(last?.problems ?? []) !== JSON.stringify(problems)
    if (isOther) for (const listener of problemListeners) notify(listener, problems, log)
    if (update.version === last?.update.version) return current
    const ms = Math.round(performance.now() - started)
    const changes = update.changes === 'unknown' ? 'unknown' : update.changes.length
    log.info({ folder, problems: problems.length, changes, ms }, 'content read')
    for (const listener of listeners) notify(listener, update, log)
    return current
  }

  try {
    await read()
  } catch (error) {
    await index.close()
    throw error
  }

  const reading = (): Reading => {
    if (!latest) throw new Error('content: not read')
    return latest
  }

  return {
    repository: index.repository,
    problems: () => reading().problems,
    reading,
    reload: oneAtATime(read),
    /** Both return a function that removes the listener. */
    onChange: (listener: Listener<ContentUpdate>) => subscribe(listeners, listener),
    onProblems: (listener: Listener<ContentProblem[]>) => subscribe(problemListeners, listener),
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

function subscribe<T>(listeners: Set<Listener<T>>, listener: Listener<T>): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notify<T>(listener: Listener<T>, update: T, log: Log): void {
  try {
    listener(update)
  } catch (err) {
    log.error({ err }, 'content change listener failed')
  }
}
