// What the project is made of: versions, digests, licences, scripts, notices, and the numbers in the documents.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { distDir } from '../helpers/site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const tool = 'test/tools/audit-supply.ts'
type Table = Record<string, Record<string, unknown>>
type Supply = { manifest: Table & { dependencies: Record<string, string> }; packages: Table; npmrc: string }

/** What the tool prints of a project with changes. Without npm in PATH it queries no registry. */
function check(change: (supply: Supply) => void = () => {}) {
  const folder = temporaryFolder(t)
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) => JSON.parse(read(name)))
  const supply = { manifest, packages: lock.packages, npmrc: read('.npmrc') }
  change(supply)
  mkdirSync(join(folder, 'test/tools'), { recursive: true })
  cpSync(join(root, tool), join(folder, tool))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(folder, '.npmrc'), supply.npmrc)
  const env = { PATH: '' }
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, tool)], { env, encoding: 'utf8' })
  const problems = stderr.split('\n').filter((line) => /^(?:package|\.npmrc|node_modules)/.test(line))
  return { stdout, problems, stderr }
}

const { stdout, problems } = check()
const [, runtime] = /^(\d+) packages at run time, \d+ in all$/m.exec(stdout) ?? []
const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Supply['manifest']
const version = dependencies['fastify']

t.test('nothing is wrong with it', async (t) => {
  t.strictSame(problems, [])
})

t.test('every mistake is reported', async (t) => {
  const at = (name: string) => `node_modules/${name}`
  const mistakes: Record<string, (supply: Supply) => void> = {
    [`package.json: fastify has no exact version: ^${version}`]: ({ manifest }) =>
      Object.assign(manifest.dependencies, { fastify: `^${version}` }),
    'package-lock.json: node_modules/fastify has no sha512 integrity': ({ packages }) =>
      Object.assign(packages[at('fastify')]!, { integrity: 'sha1-x' }),
    'package-lock.json: node_modules/undici has a `resolved` URL': ({ packages }) =>
      Object.assign(packages[at('undici')]!, { resolved: 'https://x' }),
    'node_modules/yaml has the licence GPL-3.0, which is not allowed': ({ packages }) =>
      Object.assign(packages[at('yaml')]!, { license: 'GPL-3.0' }),
    'node_modules/@img/sharp-linux-x64 has the licence LGPL-3.0-or-later, which is not allowed': ({
      packages,
    }) => Object.assign(packages[at('@img/sharp-linux-x64')]!, { license: 'LGPL-3.0-or-later' }),
    'node_modules/pino has an install script that is not in allowScripts of package.json': ({ packages }) =>
      Object.assign(packages[at('pino')]!, { hasInstallScript: true }),
    '.npmrc does not set ignore-scripts=true': (supply) => Object.assign(supply, { npmrc: 'fund=false' }),
  }
  const found = check((supply) => {
    for (const make of Object.values(mistakes)) make(supply)
  })
  t.strictSame(found.problems.sort(), Object.keys(mistakes).sort(), found.stderr)
})

const direct = Object.keys(dependencies).length
for (const [file, words] of [
  ['README.md', `${direct} packages at run time, ${runtime} with what they need`],
  ['README.zh.md', `运行时依赖 ${direct} 个包，连同间接依赖共 ${runtime} 个`],
] as const) {
  t.test(`${file} has the number of packages: ${words}`, async (t) => {
    t.match(await readFile(join(root, file), 'utf8'), words)
  })
}

t.test(
  'the notices of the build have every package of the bundles with its licence, and no other',
  async (t) => {
    const text = await readFile(join(distDir, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['fastify', 'react-dom', 'undici', '@fingerprintjs/fingerprintjs', 'ioredis'])
      t.ok(text.includes(`\n${name} `), name)
    for (const name of ['esbuild', 'tap', 'typescript']) t.notOk(text.includes(`\n${name} `), name)
    t.match(text, /Copyright.*Meta Platforms/)
    t.notMatch(text, root)
  },
)
