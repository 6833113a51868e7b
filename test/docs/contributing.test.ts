// .github/CONTRIBUTING.md names the rooms and floors that the build enforces, and every folder of tests.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readDocument, root, rowsOf, sectionOf, spansIn } from './document-parts.ts'

const document = readDocument('.github/CONTRIBUTING.md')
/** The cells of the rows whose first cell is about a path or a floor, not about a command. */
const cellsOf = (heading: string) => rowsOf(sectionOf(document, heading))

t.test('the table of rooms has the rooms of biome.json', async (t) => {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
    overrides: { includes: string[]; linter?: { rules: { style: Record<string, unknown> } } }[]
  }
  const rooms = overrides.flatMap(({ includes, linter }) =>
    linter?.rules.style['noRestrictedImports']
      ? includes.filter((glob) => !glob.startsWith('!')).map((glob) => glob.replace('**', ''))
      : [],
  )
  const documented = cellsOf('## Where code lives').flatMap(([, room = '']) => spansIn(room))
  t.strictSame(documented.sort(), rooms.sort())
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

t.test('each promise names a test that exists, and there are at most 60', async (t) => {
  const rows = rowsOf(readDocument('.github/PROMISES.md'))
  const held = rows.flatMap(([, cell = '']) => [...cell.matchAll(/^`([^`]+)` (.+)$/g)])
  t.ok(held.length > 40 && held.length <= 60, String(held.length))
  for (const [, file = '', title = ''] of held) t.ok(readDocument(file).includes(title), `${file}: ${title}`)
})
