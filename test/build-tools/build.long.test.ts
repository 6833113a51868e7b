// What a build keeps of earlier ones, and what it rejects: budgets, and React outside the code of client components.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyProject, failureOf, runIn } from '../helpers/project-copy.ts'

const root = t.testdir()
const program = join(root, 'client/main.ts')
const build = () => runIn(root, process.execPath, ['build.mjs'])
const builds = (): { id: string; files: string[] }[] =>
  JSON.parse(readFileSync(join(root, 'dist/builds/kept.json'), 'utf8'))

t.before(() => copyProject(root))

t.test('files of the last two builds stay, also where one is repeated', async (t) => {
  await build()
  for (const name of ['b', 'c', 'd']) {
    appendFileSync(program, `document.documentElement.dataset['build'] = '${name}'\n`)
    await build()
  }
  const kept = builds()
  await build()
  t.strictSame(builds(), kept, 'the same build again')
  const assets = readdirSync(join(root, 'dist/assets'))
  const programs = builds().map(({ files }) => files.filter((file) => /\/main-\w+\.js$/.test(file)))
  t.equal(new Set(programs.flat()).size, 3)
  for (const file of builds().flatMap(({ files }) => files))
    t.ok(assets.includes(file.slice('assets/'.length)), file)
  for (const file of programs.flat()) t.ok(assets.includes(`${file.slice('assets/'.length)}.br`), file)
  t.equal(assets.filter((file) => /^main-\w+\.js$/.test(file)).length, 3, 'no older one')
})

t.test('a first view above its budget is rejected, with the sources that grew', async (t) => {
  const before = readFileSync(program, 'utf8')
  const noise = Array.from({ length: 20_000 }, (_, at) => ((at * 2_654_435_761) >>> 0).toString(36)).join('')
  writeFileSync(join(root, 'client/browser/large.ts'), `export const large = '${noise}'\n`)
  appendFileSync(program, "import { large } from './browser/large.ts'\ndocument.title = large\n")
  const [latest] = builds()
  t.match(await failureOf(build()), {
    stderr:
      /first view: \d+ bytes of JavaScript, the budget is 18000\n {2}client\/browser\/large\.ts grew by \d+/,
  })
  t.match(builds()[0], latest, 'the build before it stays')
  writeFileSync(program, `${before}import 'react'\n`)
  const message = 'client/main.ts imports react/cjs/react.production.js: React is for client components alone'
  t.match(await failureOf(build()), { stderr: message })
})
