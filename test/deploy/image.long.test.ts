// The Dockerfile: which files of a build are in which layer, and what scanners find.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readDocument, root } from '../docs/document-parts.ts'
import { copyProject, runIn } from '../helpers/project-copy.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

const dockerfile = readDocument('Dockerfile').replace(/ *\\\n */g, ' ')
const layers = dockerfile
  .split('\nFROM ')
  .at(-1)!
  .match(/^COPY .*$/gm)!

t.test('a changed text changes the last layer only', async (t) => {
  t.match(layers.at(-1), '--from=build /site ./')
  t.match(layers.at(-2), '--from=build /browser ./')
  t.match(dockerfile, ' mv dist/assets dist/public /browser/dist && cp -r --parents dist ')
  const copy = temporaryFolder(t, 'image')
  await copyProject(copy)
  const build = async () => {
    await runIn(copy, process.execPath, ['build.mjs'])
    const files = globSync('dist/{assets,public}/**', { cwd: copy, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
    const { id } = JSON.parse(readFileSync(join(copy, 'dist/manifest.json'), 'utf8')) as { id: string }
    return { id, files: new Map(files.sort().map((file) => [file, readFileSync(file, 'base64')])) }
  }
  const before = await build()
  const texts = join(copy, 'shared/messages/en.ts')
  writeFileSync(texts, readFileSync(texts, 'utf8').replace("'Back to top'", "'To the top'"))
  const after = await build()
  t.not(after.id, before.id)
  t.strictSame(after.files, before.files)
})

t.test('every package of the bundles has its package.json in the image', async (t) => {
  const [, command = ''] = / && (npm ls .*)$/m.exec(dockerfile) ?? []
  const packages = temporaryFolder(t, 'packages')
  execFileSync('sh', ['-c', command.replace('/packages', packages)], { cwd: root })
  const found = globSync('**/package.json', { cwd: packages }).map((file) => {
    const { name, version } = JSON.parse(readFileSync(join(packages, file), 'utf8')) as Record<string, string>
    return `${name} ${version}`
  })
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
  const bundled = [...notices.matchAll(/^(\S+ \d\S*) \(/gm)].map(([, name = '']) => name)
  t.ok(bundled.length > 50)
  t.strictSame(
    bundled.filter((name) => !found.includes(name)),
    [],
  )
})

t.test('Docker starts no second Node to look at the first', async (t) => {
  t.notMatch(dockerfile, 'HEALTHCHECK')
})
