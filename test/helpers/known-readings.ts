// What the files of a content folder say, parsed once for all tests, as the build does it for the sample site.
import { hash } from 'node:crypto'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/site-tests')

/** The file for the server to start from. It is made anew after each build, whose code may read otherwise. */
export async function knownReadings(folder: string): Promise<string> {
  const file = join(cache, `readings-${hash('sha256', folder).slice(0, 16)}.json`)
  if ((await changedAt(file)) <= (await changedAt(join(root, 'dist/manifest.json'))))
    await write(folder, file)
  return file
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
}

async function write(folder: string, file: string): Promise<void> {
  const { writeReadings } = await import('../../server/build-tools/sample-readings.mjs')
  const own = `${file}.${process.pid}`
  await writeReadings(folder, own)
  // Whole or not at all: other files may be looking for it.
  await rename(own, file)
}
