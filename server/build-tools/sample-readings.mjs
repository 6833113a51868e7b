// What the files of the sample site say, so that the server need not parse them at the start.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readContentFolder } from '../content/content-folder.ts'
import { createMarkdown } from '../content/markdown.ts'
import { createReadings } from '../content/readings.ts'

/** A file that was changed since is parsed at the start. */
export async function writeSampleReadings(root, dist) {
  const readings = createReadings()
  await readContentFolder({
    root: join(root, 'server/content/sample'),
    render: createMarkdown(),
    readMediaFacts: async () => ({ sizes: new Map(), digests: new Map() }),
    readings,
    report: () => {},
  })
  await writeFile(join(dist, 'server/sample-readings.json'), JSON.stringify(readings.known()))
}
