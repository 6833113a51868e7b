// The npm scripts: a Node that is new enough is used as it is, an older one is named where it cannot be replaced.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'

const root = join(import.meta.dirname, '../..')
const oldest = '22.23'
const readJson = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'))

async function run(args: string[], nodeArgs: string[] = []) {
  const script = join(root, 'server/build-tools/with-node.mjs')
  const child = spawn(process.execPath, [...nodeArgs, script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

/** An older Node, on a system for which there is none to install. */
const changed = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
  Object.defineProperty(process, 'platform', { value: 'darwin' })`
const oldNode = [`--import=data:text/javascript,${encodeURIComponent(changed)}`]

t.test('a command runs with the Node of the system, its arguments and its exit code', async (t) => {
  const code =
    'console.log(JSON.stringify([process.execPath, ...process.argv.slice(1)])); process.exitCode = 3'
  const { out, err, code: exitCode } = await run(['-e', code, 'two words', '$HOME'])
  t.strictSame(JSON.parse(out), [process.execPath, 'two words', '$HOME'])
  t.equal(err, '')
  t.equal(exitCode, 3)
})

t.test('an old Node that cannot be replaced is named with the version that is needed', async (t) => {
  const needed = `Node ${oldest} or newer is needed; this is Node 20.20.2.`
  const how = 'Install Node 24: from https://nodejs.org, with your package manager, or with nvm.'
  t.strictSame(await run(['-e', 'console.log(1)'], oldNode), {
    out: '',
    err: `${needed} None could be installed for darwin-${process.arch}.\n${how}\n`,
    code: 1,
  })
})

t.test('every place names the same oldest Node, and every replacement is the one of the image', async (t) => {
  const { engines } = await readJson('package.json')
  t.equal(engines.node, `>=${oldest}.0`)
  for (const file of ['README.md', 'README.zh.md'])
    t.match(await readFile(join(root, file), 'utf8'), ` ${oldest} `)
  const { optionalDependencies } = await readJson('server/build-tools/node/package.json')
  const lock = await readJson('server/build-tools/node/package-lock.json')
  const image = /^FROM node:([\d.]+)-slim$/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8'))?.[1]
  t.ok(image)
  for (const [name, version] of Object.entries(optionalDependencies)) {
    t.equal(version, image)
    t.match(lock.packages[`node_modules/${name}`], { version: image, integrity: /^sha512-/ })
  }
})
