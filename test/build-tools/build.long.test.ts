// Two builds of one tree are equal; what a build rejects: budgets, and React outside the code of client components.
import { createHash } from 'node:crypto'
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyProject, failureOf, runIn } from '../helpers/project-copy.ts'

const root = t.testdir()
const program = join(root, 'client/main.ts')
const build = () => runIn(root, process.execPath, ['build.mjs'])
const manifest = () => readFileSync(join(root, 'dist/manifest.json'), 'utf8')

t.before(() => copyProject(root))

t.test(
  'two builds of one tree at one SOURCE_DATE_EPOCH have the same files with the same bytes',
  async (t) => {
    const builds: string[][] = []
    for (let round = 0; round < 2; round++) {
      rmSync(join(root, 'dist'), { recursive: true, force: true })
      await runIn(root, 'env', ['SOURCE_DATE_EPOCH=1767225600', process.execPath, 'build.mjs'])
      const files = globSync('dist/**/*.*', { cwd: root }).sort()
      const digest = (file: string) =>
        createHash('sha256')
          .update(readFileSync(join(root, file)))
          .digest('hex')
      builds.push(files.map((file) => `${file} ${digest(file)}`))
    }
    t.ok(builds[0]!.length > 20)
    t.strictSame(builds[1], builds[0])
  },
)

t.test('a first view above its budget is rejected, with its sources', async (t) => {
  const [before, latest] = [readFileSync(program, 'utf8'), manifest()]
  const noise = Array.from({ length: 20_000 }, (_, at) => ((at * 2_654_435_761) >>> 0).toString(36)).join('')
  writeFileSync(join(root, 'client/browser/large.ts'), `export const large = '${noise}'\n`)
  appendFileSync(program, "import { large } from './browser/large.ts'\ndocument.title = large\n")
  t.match(await failureOf(build()), {
    stderr: /first view: \d+ of 18000 bytes\n.*dist\/assets\/main-\w+\.js .*client\/browser\/large\.ts /s,
  })
  t.equal(manifest(), latest, 'the build before it stays')
  writeFileSync(program, `${before}import 'react'\n`)
  const message = 'client/main.ts imports react/cjs/react.production.js: React is for client components alone'
  t.match(await failureOf(build()), { stderr: message })
})
