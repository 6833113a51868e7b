// Current content repository: read from the folder, replaced as a whole by `reload`, with change listeners.
import { readContentFolder } from './content-folder.ts'
import { createMarkdown } from './markdown.ts'
import { createReadMediaFacts } from './media-facts.ts'
import type { FindMedia } from './media-file.ts'
import { createParseCache } from './parse-cache.ts'
import type { ContentProblem, Log } from './problem.ts'
import { type ContentRepository, createContentRepository } from './repository.ts'

type CurrentContentOptions = {
  folder: string
  findMedia: FindMedia
  log: Log
  now: () => number
}
const events = { 'left out': 'content file left out', incomplete: 'content file incomplete' } as const

/** Rejects when the folder cannot be read. */
export async function createCurrentContent(options: CurrentContentOptions) {
  const { folder, findMedia, log, now } = options
  const render = createMarkdown()
  const readMediaFacts = createReadMediaFacts(findMedia)
  const parseCache = createParseCache()
  const listeners = new Set<() => void>()
  let problems: ContentProblem[] = []
  let repository = await read()

  async function read(): Promise<ContentRepository> {
    const started = now()
    const found: ContentProblem[] = []
    const report = (problem: ContentProblem) => found.push(problem)
    const contentFolder = await readContentFolder({
      root: folder,
      render,
      readMediaFacts,
      parseCache,
      report,
    })
    const next = createContentRepository(contentFolder)
    logNew(found)
    problems = found
    log.info({ folder, problems: found.length, ms: Math.round(now() - started) }, 'content read')
    return next
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

  return {
    repository: () => repository,
    problems: () => problems,
    async reload(): Promise<void> {
      const next = await read()
      repository.search.close()
      repository = next
      for (const listener of listeners) notify(listener)
    },
    /** Returns a function that removes the listener. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => repository.search.close(),
  }
}
