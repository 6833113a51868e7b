// Current content: the content database of a folder, and its updates.
import type { ContentUpdate } from '../../base/content-source.ts'
import { type Log, logNewProblems } from '../markdown/problem.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import type { ContentSearch } from '../search/search-thread.ts'
import { damageCodes, moveDamaged, openPlace, openTemporaryPlace, resultCode } from './content-index.ts'
import type { ContentReader } from './content-reader.ts'
import type { Outcome, Reading } from './reading.ts'
import { type ContentRepository, openContentRepository } from './repository.ts'
import { type WatchFolder, watchContent } from './watch.ts'

export type CurrentContent = Awaited<ReturnType<typeof createCurrentContent>>

export type ContentOptions = {
  folder: string
  /** How it is read and searched. */
  reader: ContentReader
  search: (indexFile: string) => ContentSearch
  /** The folder of the content database. */
  indexFolder: string
  /** How texts are sanitised. */
  richText: RichTextOptions
  /** With drafts, scheduled and expired items. */
  showsDrafts: boolean
  /** With it, changes of the folder are read until the content is closed. */
  watch?: WatchFolder | undefined
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
}

/** Rejects when the folder cannot be read. */
export async function createCurrentContent(options: ContentOptions) {
  const { folder, reader, search, indexFolder, richText, showsDrafts, watch, log, now } = options
  const listeners = new Set<(update: ContentUpdate) => void>()
  let place = await openPlace(indexFolder, log)
  let repository: ContentRepository | undefined
  let latest: Reading | undefined
  let stopWatching: (() => Promise<void>) | undefined

  async function read(last?: Reading): Promise<Outcome> {
    const started = performance.now()
    const outcome = await reader.read({
      folder,
      indexFile: place.file,
      at: now(),
      last: last && { digest: last.digest, folders: last.folders, at: last.at, nextAt: last.nextAt },
      showsDrafts,
      richText,
    })
    const { reading } = outcome
    if (!reading) return outcome
    if (place.file !== repository?.indexFile || reading.isNew) {
      repository?.close()
      repository = openContentRepository(place.file, search(place.file))
    }
    const former = latest
    latest = reading
    const { problems, update } = reading
    logNewProblems(log, problems, former?.problems)
    const isOther = JSON.stringify(problems) !== JSON.stringify(former?.problems)
    if (update.version === former?.update.version && !isOther) return outcome
    const ms = Math.round(performance.now() - started)
    const count = update.changes === 'unknown' ? 'unknown' : update.changes.length
    log.info({ folder, problems: problems.length, changes: count, ms }, 'content read')
    for (const listener of listeners) listener(update)
    return outcome
  }

  /** A damaged database is made anew, one that cannot be written, on a full disk for example, in the temporary folder. */
  async function replaceDatabase(err: unknown): Promise<Outcome> {
    const { file } = place
    const code = resultCode(err)
    if (damageCodes.some((one) => one === code)) {
      log.warn({ err, file }, 'content database not usable, made anew')
      moveDamaged(file)
    } else if (code !== undefined && !place.isTemporary) {
      log.warn({ err, file }, 'content database in a temporary folder: it cannot be written')
      place.close()
      place = await openTemporaryPlace(indexFolder)
    } else throw err
    // Whatever a scan finds, the new one is written.
    return read(latest && { ...latest, digest: '' })
  }

  /** `last`: see ReadingJob. */
  const update = (last?: Reading) => read(last).catch(replaceDatabase).catch(replaceDatabase)

  async function close(): Promise<void> {
    const stopping = stopWatching?.()
    // A reading that has begun is ended.
    await Promise.all([reader.close(), repository?.search.close(), stopping])
    repository?.close()
    repository = undefined
    place.close()
  }

  try {
    await update()
  } catch (error) {
    await close()
    throw error
  }

  /** The first one is complete. */
  const reading = () => latest as Reading
  const watched = { folder, update: () => update(latest), reading, log, now }
  stopWatching = watch && (await watchContent({ ...watched, watch }))
  return {
    repository(): ContentRepository {
      if (!repository) throw new Error('content: closed')
      return repository
    },
    reading,
    /** Resolves when the folder, which is not watched, is served as it is now. */
    reload: () => update(),
    onChange(listener: (update: ContentUpdate) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}
