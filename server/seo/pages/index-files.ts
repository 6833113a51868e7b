// Index files: one SQLite file for each build of the page index; the latest is restored at the next start.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createPageIndex, type PageIndex } from './page-index.ts'

/** `builtAt` in milliseconds since 1970. `content`: version of the content, or ''. */
export type IndexFile = { index: PageIndex; file: string; builtAt: number; tookMs: number; content: string }

const memory = ':memory:'
const fileName = /^pages-\d+-\d+\.sqlite$/

/** The name of a new file; `:memory:` where the folder cannot be written to. */
export function newIndexFile(folder: string, name: string, log: Pick<FastifyBaseLogger, 'info'>): string {
  try {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `pages-${name}.sqlite`)
    createPageIndex(file).close()
    return file
  } catch (err) {
    log.info({ err }, 'index of pages in memory: the folder is not writable')
    return memory
  }
}

export function removeIndexFile(file: string) {
  if (file !== memory) rmSync(file, { force: true })
}

/** The latest file of an earlier process; deletes the others. */
export function restoreIndex(folder: string, identity: string): IndexFile | undefined {
  let latest: IndexFile | undefined
  for (const name of namesIn(folder).toSorted().reverse()) {
    const file = join(folder, name)
    const stored = latest ? undefined : open(file, identity)
    if (stored) latest = stored
    else rmSync(file, { force: true })
  }
  return latest
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => fileName.test(name))
  } catch {
    return []
  }
}

function open(file: string, identity: string): IndexFile | undefined {
  try {
    const index = createPageIndex(file)
    const [builtAt, tookMs] = [Number(index.fact('builtAt')), Number(index.fact('tookMs'))]
    if (index.fact('identity') === identity && builtAt > 0)
      return { index, file, builtAt, tookMs, content: index.fact('content') ?? '' }
    index.close()
  } catch {
    // Incomplete or damaged: it is rebuilt.
  }
  return undefined
}
