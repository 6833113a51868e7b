// Files of the last two builds stay beside the newest ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keepBuilds } from '../../server/build-tools/kept-builds.mjs'

const build = (id: string, ...names: string[]) => ({
  id,
  files: names.map((name) => ({ path: `assets/${name}` })),
})

t.test('the first build has nothing to keep', async (t) => {
  t.strictSame(await keepBuilds(t.testdir(), build('a', 'main-A.js')), {
    record: [{ id: 'a', files: ['assets/main-A.js'] }],
    kept: [],
  })
})

t.test('two earlier builds are kept, with their precompressed files', async (t) => {
  const folder = t.testdir({ assets: {}, builds: {} })
  const known = ['d', 'c', 'b', 'a'].map((id) => ({ id, files: [`assets/main-${id}.js`, 'assets/same.js'] }))
  writeFileSync(join(folder, 'builds/kept.json'), JSON.stringify(known))
  for (const id of ['a', 'b', 'c', 'd'])
    for (const end of ['', '.br']) writeFileSync(join(folder, `assets/main-${id}.js${end}`), id)
  const { record, kept } = await keepBuilds(folder, build('e', 'main-e.js', 'same.js'))
  t.strictSame(
    record.map(({ id }) => id),
    ['e', 'd', 'c'],
  )
  const names = ['main-c.js', 'main-c.js.br', 'main-d.js', 'main-d.js.br']
  t.strictSame(
    kept.sort(),
    names.map((name) => join(folder, 'assets', name)),
  )
})

t.test('the same build again keeps what was kept', async (t) => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'builds'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/main-a.js'), '')
  writeFileSync(
    join(folder, 'builds/kept.json'),
    JSON.stringify([
      { id: 'b', files: ['assets/main-b.js'] },
      { id: 'a', files: ['assets/main-a.js'] },
    ]),
  )
  const { record, kept } = await keepBuilds(folder, build('b', 'main-b.js'))
  t.strictSame(
    record.map(({ id }) => id),
    ['b', 'a'],
  )
  t.strictSame(kept, [join(folder, 'assets/main-a.js')])
})
