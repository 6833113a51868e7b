// State file of the push command: the submitted URLs of an engine with their lastmod, one on each line.
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { EngineName } from './engines.ts'
import type { Listed } from './read-sitemaps.ts'

const chunkLines = 10_000

export function submittedFile(dataDir: string, engine: EngineName): string {
  return join(dataDir, `push-${engine}.tsv`)
}

/** Empty where the file does not exist yet. */
export async function readSubmitted(file: string): Promise<Listed> {
  const submitted: Listed = new Map()
  try {
    for await (const line of createInterface(createReadStream(file, 'utf8'))) {
      const [url = '', changed = ''] = line.split('\t')
      if (url) submitted.set(url, changed)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return submitted
}

/** Atomic: written to a temporary file and renamed. */
export async function writeSubmitted(file: string, submitted: Listed): Promise<void> {
  const unfinished = `${file}.tmp`
  await mkdir(dirname(file), { recursive: true })
  const target = await open(unfinished, 'w', 0o600)
  try {
    let lines: string[] = []
    for (const [url, changed] of submitted) {
      if (lines.push(`${url}\t${changed}\n`) < chunkLines) continue
      await target.writeFile(lines.join(''))
      lines = []
    }
    await target.writeFile(lines.join(''))
    await target.sync()
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await target.close()
  }
  await rename(unfinished, file)
}
