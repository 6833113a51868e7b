// The same sources give the same files, wherever they lie.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'

const root = join(import.meta.dirname, '../..')
const sources = [
  'build.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'server',
  'client',
  'shared',
]

/** Inside the project's folder, where its packages are found. Resolves with the contents of dist/ by file. */
async function buildCopy(folder: string) {
  await mkdir(folder)
  for (const name of [...sources, 'public'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1767225600', NODE_OPTIONS: '' }
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: folder, env })
  const dist = join(folder, 'dist')
  const found = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const read = async (file: string) => [file.slice(dist.length), await readFile(file)] as const
  return new Map(await Promise.all(files.map(read)))
}

t.test('two builds with SOURCE_DATE_EPOCH are the same file by file', async (t) => {
  const folder = t.testdir()
  const places = ['one', 'another place']
  const [one, another] = await Promise.all(places.map((place) => buildCopy(join(folder, place))))
  t.ok(one?.has('/server/main.js'))
  t.strictSame([...(another?.keys() ?? [])].sort(), [...(one?.keys() ?? [])].sort())
  const differing = [...(one ?? [])].filter(([file, contents]) => !another?.get(file)?.equals(contents))
  t.strictSame(
    differing.map(([file]) => file),
    [],
  )
})
