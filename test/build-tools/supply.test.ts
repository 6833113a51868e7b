// What the project is made of: versions, digests, licences, scripts, and the numbers in the documents.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { checkSupply, readSupply, type Supply } from '../../server/build-tools/supply.mjs'

const root = join(import.meta.dirname, '../..')
const supply = await readSupply(root)
const found = checkSupply(supply)
const version = supply.manifest.dependencies['fastify'] ?? ''

t.test('nothing is wrong with it', (t) => {
  t.strictSame(found.problems, [])
  t.end()
})

const one = 'node_modules/fastify'
/** Each with the words that name it. */
const mistakes: Record<string, (supply: Supply) => void> = {
  [`package.json: fastify has no exact version: ^${version}`]: ({ manifest }) =>
    Object.assign(manifest.dependencies, { fastify: `^${version}` }),
  'package-lock.json: node_modules/fastify has no sha512 integrity': ({ lock }) =>
    Object.assign(lock.packages[one] ?? {}, { integrity: 'sha1-x' }),
  'package-lock.json: node_modules/fastify has a `resolved` URL': ({ lock }) =>
    Object.assign(lock.packages[one] ?? {}, { resolved: 'https://x' }),
  'node_modules/fastify has the licence GPL-3.0, which is not allowed': ({ lock }) =>
    Object.assign(lock.packages[one] ?? {}, { license: 'GPL-3.0' }),
  'node_modules/@img/sharp-linux-x64 has the licence LGPL-3.0-or-later, which is not allowed': ({ lock }) =>
    Object.assign(lock.packages['node_modules/@img/sharp-linux-x64'] ?? {}, { license: 'LGPL-3.0-or-later' }),
  'node_modules/fastify has an install script that is not in allowScripts of package.json': ({ lock }) =>
    Object.assign(lock.packages[one] ?? {}, { hasInstallScript: true }),
  '.npmrc does not set ignore-scripts=true': (supply) => Object.assign(supply, { npmrc: 'fund=false' }),
}

for (const [words, make] of Object.entries(mistakes)) {
  t.test(`a problem is reported: ${words}`, (t) => {
    const broken = structuredClone(supply)
    make(broken)
    t.ok(
      checkSupply(broken).problems.includes(words),
      checkSupply(broken).problems.join('; ') || 'nothing was told',
    )
    t.end()
  })
}

t.test('the package with the other licence is in no bundle', async (t) => {
  const bundles = (await readdir(join(root, 'dist/server'))).filter((name) => name.endsWith('.js'))
  const contents = await Promise.all(bundles.map((name) => readFile(join(root, 'dist/server', name), 'utf8')))
  t.ok(bundles.includes('main.js'))
  t.strictSame(
    bundles.filter((_name, at) => contents[at]?.includes('argparse')),
    [],
  )
})

const direct = Object.keys(supply.manifest.dependencies).length
for (const [file, words] of [
  ['README.md', `${direct} packages at run time`],
  ['README.zh.md', `运行时依赖 ${direct} 个包`],
  ['server/ops/README.md', `${direct} packages at run time, ${found.runtime.length} with what they need`],
] as const) {
  t.test(`${file} has the number of packages: ${words}`, async (t) => {
    t.match(await readFile(join(root, file), 'utf8'), words)
  })
}
