// .github/CONTRIBUTING.md names the rooms and floors that the build enforces, and every folder of tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rooms } from '../../server/build-tools/module-boundaries.mjs'
import { readDocument, root, rowsOf, sectionOf, spansIn } from './document-parts.ts'

const document = readDocument('.github/CONTRIBUTING.md')
/** The cells of the rows whose first cell is about a path or a floor, not about a command. */
const cellsOf = (heading: string) => rowsOf(sectionOf(document, heading))

t.test('the table of rooms is the one that the build enforces', async (t) => {
  const documented = cellsOf('## Where code lives').map(([floor = '', room = '']) => ({
    room: spansIn(room)[0],
    floor: Number(floor),
  }))
  const byName = (a: { room?: string | undefined }, b: { room?: string | undefined }) =>
    String(a.room) < String(b.room) ? -1 : 1
  t.strictSame(documented.sort(byName), rooms.map(({ room, floor }) => ({ room, floor })).sort(byName))
})

t.test('the table of tests has every folder of test/', async (t) => {
  const documented = cellsOf('## Tests').flatMap(([cell = '']) =>
    spansIn(cell).flatMap((code) => /^test\/([\w-]+)\/$/.exec(code)?.[1] ?? []),
  )
  const folders = readdirSync(join(root, 'test'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  t.strictSame(documented.sort(), folders.map(({ name }) => name).sort())
})

t.test('the line below which a recipe puts its block stands once in its file', async (t) => {
  const places = [...document.matchAll(/^In `([^`]+)`, below `(.+)`:$/gm)]
  t.ok(places.length > 10)
  for (const [, file = '', anchor = ''] of places)
    t.equal(readDocument(file).split(anchor).length, 2, `${file}: ${anchor}`)
})
