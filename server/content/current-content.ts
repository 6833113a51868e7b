// Current content: the index of the folder, updated by `reload`, with change listeners.
import { discardIndex, isDatabaseError } from './content-index.ts'
import { openIndexPlace, openTemporaryPlace } from './index-place.ts'
import { type ContentProblem, type Log, problemEvents } from './problem.ts'
import type { ContentReader } from './reading-thread.ts'
import { type ContentRepository, openContentRepository } from './repository.ts'

type CurrentContentOptions = {
  folder: string
  indexFolder: string | undefined
  reader: ContentReader
  log: Log
  now: () => number
}

/** Rejects when the folder cannot be read. */
export async function createCurrentContent({ folder, indexFolder, reader, log, now }: CurrentContentOptions) {
  const listeners = new Set<() => void>()
  let place = openIndexPlace(indexFolder, log)
  let problems: ContentProblem[] = []
  let repository: ContentRepository | undefined

  async function read(): Promise<void> {
    const started = now()
    const found = await updateIndex().catch(makeAnew).catch(makeElsewhere)
    logNew(found)
    problems = found
    log.info({ folder, problems: found.length, ms: Math.round(now() - started) }, 'content read')
  }

  async function updateIndex(): Promise<ContentProblem[]> {
    const { problems, isNew } = await reader.read({ folder, indexFile: place.file })
    if (!repository || isNew) {
      repository?.close()
      repository = openContentRepository(place.file)
    }
    return problems
  }

  /** After damage, for example. */
  async function makeAnew(err: unknown): Promise<ContentProblem[]> {
    if (!isDatabaseError(err)) throw err
    log.warn({ err, file: place.file }, 'content index not usable, made anew')
    discardIndex(place.file)
    return updateIndex()
  }

  /** A full disk, for example: the temporary folder may be on another one. */
  async function makeElsewhere(err: unknown): Promise<ContentProblem[]> {
    if (place.isTemporary || !isDatabaseError(err)) throw err
    log.warn({ err, file: place.file }, 'content index in a temporary folder: it cannot be written')
    place.close()
    place = openTemporaryPlace()
    return updateIndex()
  }

  async function close(): Promise<void> {
    await reader.close()
    repository?.close()
    repository = undefined
    place.close()
  }

  /** Problems that the previous read had as well have been logged already. */
  function logNew(found: ContentProblem[]): void {
    const known = new Set(problems.map((problem) => JSON.stringify(problem)))
    for (const problem of found.filter((one) => !known.has(JSON.stringify(one)))) {
      const { effect, ...where } = problem
      log.warn(where, problemEvents[effect])
    }
  }

  function notify(listener: () => void): void {
    try {
      listener()
    } catch (err) {
      log.error({ err }, 'content change listener failed')
    }
  }

  try {
    await read()
  } catch (error) {
    await close()
    throw error
  }

  return {
    repository(): ContentRepository {
      if (!repository) throw new Error('content: closed')
      return repository
    },
    problems: () => problems,
    async reload(): Promise<void> {
      await read()
      for (const listener of listeners) notify(listener)
    },
    /** Returns a function that removes the listener. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}
