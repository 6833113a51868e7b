// What an engine was told, in a file: an address and when its page had changed, one a line.
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { EngineName } from './engines.ts'
import type { Listed } from './read-sitemaps.ts'

const chunkLines = 10_000

export function toldFile(dataDir: string, engine: EngineName): string {
  return join(dataDir, `push-${engine}.tsv`)
}

/** Empty before the first time. */
export async function readTold(file: string): Promise<Listed> {
  const told: Listed = new Map()
  try {
    for await (const line of createInterface(createReadStream(file, 'utf8'))) {
      const [url = '', changed = ''] = line.split('\t')
      if (url) told.set(url, changed)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return told
}

/** Beside the old one first: a crash leaves one of the two whole. */
export async function writeTold(file: string, told: Listed): Promise<void> {
  const unfinished = `${file}.tmp`
  await mkdir(dirname(file), { recursive: true })
  const target = await open(unfinished, 'w', 0o600)
  try {
    let lines: string[] = []
    for (const [url, changed] of told) {
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
