// Current content: the index of the folder, updated by `reload`, with change listeners.
import { isDatabaseError } from './content-index.ts'
import { openIndexPlace, openTemporaryPlace } from './index-place.ts'
import type { ContentProblem, Log } from './problem.ts'
import type { Reading } from './read-content.ts'
import type { ContentReader } from './reading-thread.ts'
import { type ContentRepository, openContentRepository } from './repository.ts'

type CurrentContentOptions = {
  folder: string
  indexFolder: string | undefined
  reader: ContentReader
  log: Log
  now: () => number
}
const events = { 'left out': 'content file left out', incomplete: 'content file incomplete' } as const

/** Rejects when the folder cannot be read. */
export async function createCurrentContent({ folder, indexFolder, reader, log, now }: CurrentContentOptions) {
  const listeners = new Set<() => void>()
  let place = openIndexPlace(indexFolder, log)
  let problems: ContentProblem[] = []
  let repository: ContentRepository | undefined

  async function read(): Promise<void> {
    const started = now()
    const reading = await reader.read({ folder, indexFile: place.file })
    if (reading.discarded) log.warn({ problem: reading.discarded }, 'content index damaged, made anew')
    use(reading)
    logNew(reading.problems)
    problems = reading.problems
    log.info({ folder, problems: problems.length, ms: Math.round(now() - started) }, 'content read')
  }

  function use({ isNew }: Reading): void {
    if (repository && !isNew) return
    repository?.close()
    repository = openContentRepository(place.file)
  }

  /** A full disk, for example: the temporary folder may be on another one. */
  async function readElsewhere(err: unknown): Promise<void> {
    if (place.isTemporary || !isDatabaseError(err)) throw err
    log.warn({ err, file: place.file }, 'content index in a temporary folder: it cannot be written')
    place.close()
    place = openTemporaryPlace()
    await read()
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
      log.warn(where, events[effect])
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
    await read().catch(readElsewhere)
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
