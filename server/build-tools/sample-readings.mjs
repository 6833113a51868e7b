// What the files of the sample site say, so that the server need not parse them at the start.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readContentFolder } from '../content/content-folder.ts'
import { createMarkdown } from '../content/markdown.ts'
import { createReadings } from '../content/readings.ts'

/** A file that was changed since is parsed at the start. */
export async function writeSampleReadings(root, dist) {
  await writeReadings(join(root, 'server/content/sample'), join(dist, 'server/sample-readings.json'))
}

/** Of any content folder. */
export async function writeReadings(folder, file) {
  const readings = createReadings()
  await readContentFolder({
    root: folder,
    render: createMarkdown(),
    readMediaFacts: async () => ({ sizes: new Map(), digests: new Map() }),
    readings,
    report: () => {},
  })
  await writeFile(file, JSON.stringify(readings.known()))
}
