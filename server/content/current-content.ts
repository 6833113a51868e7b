// Keeps the current library: reads the folder, replaces the library when that worked, tells of it.
import { readContentFolder } from './content-folder.ts'
import { createMarkdown } from './markdown.ts'
import { createReadMediaFacts } from './media-facts.ts'
import type { FindMedia } from './media-file.ts'
import { createReadings } from './parse-cache.ts'
import type { ContentProblem, Log } from './problem.ts'
import { createLibrary, type Library } from './repository.ts'

type ContentKeeperOptions = {
  folder: string
  findMedia: FindMedia
  log: Log
  now: () => number
}
const events = { 'left out': 'content file left out', incomplete: 'content file incomplete' } as const

/** Rejects when the folder cannot be read. */
export async function createContentKeeper(options: ContentKeeperOptions) {
  const { folder, findMedia, log, now } = options
  const render = createMarkdown()
  const readMediaFacts = createReadMediaFacts(findMedia)
  const readings = createReadings()
  const listeners = new Set<() => void>()
  let problems: ContentProblem[] = []
  let library = await read()

  async function read(): Promise<Library> {
    const started = now()
    const found: ContentProblem[] = []
    const report = (problem: ContentProblem) => found.push(problem)
    const contentFolder = await readContentFolder({ root: folder, render, readMediaFacts, readings, report })
    const next = createLibrary(contentFolder)
    logNew(found)
    problems = found
    log.info({ folder, problems: found.length, ms: Math.round(now() - started) }, 'content read')
    return next
  }

  /** A problem that the last reading had too has been logged then. */
  function logNew(found: ContentProblem[]): void {
    const known = new Set(problems.map((problem) => JSON.stringify(problem)))
    for (const problem of found.filter((one) => !known.has(JSON.stringify(one)))) {
      const { effect, ...where } = problem
      log.warn(where, events[effect])
    }
  }

  function tell(listener: () => void): void {
    try {
      listener()
    } catch (err) {
      log.error({ err }, 'content change listener failed')
    }
  }

  return {
    library: () => library,
    problems: () => problems,
    async reload(): Promise<void> {
      const next = await read()
      library.search.close()
      library = next
      for (const listener of listeners) tell(listener)
    },
    /** Returns what ends the listening. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => library.search.close(),
  }
}
