// Runs a program with a supported Node: this one, or one that is installed below node_modules/.cache.
//   node with-node.mjs [--built] [OPTION...] FILE [ARGUMENT...]     --built: builds before, where a source has changed
// An older Node must be able to run this file.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { nodeProblem, root } from './supported-node.mjs'

const problem = nodeProblem()
const node = problem ? installedNode() : process.execPath
// For the programs that the program starts.
if (problem) process.env.PATH = dirname(node) + delimiter + process.env.PATH
const args = process.argv.slice(2)
if (args[0] === '--built') {
  args.shift()
  const { status } = spawnSync(node, ['build.mjs', '--if-needed'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
// One arena of glibc's malloc, as in the image: 40 MB less RSS after a first start with 5 000 news in each language.
const arenas = args.includes('dist/server/main.js') ? { MALLOC_ARENA_MAX: '1' } : {}
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
const child = spawn(node, args, { cwd: root, env: { ...arenas, ...process.env }, stdio })
// A server reports its port, and ends in order when the channel closes. A second signal would end it at once: where
// a supervisor or a terminal ends every process, the server gets the first from there.
let isServer = false
child.once('message', () => {
  isServer = true
})
const stop = () => (isServer ? child.connected && child.disconnect() : child.kill())
// npm passes a signal on to its shell, which ends and passes on nothing. A terminal signals the child too.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop(), 250)
process.on('SIGTERM', stop)
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))

function installedNode() {
  const locked = join(root, 'server/build-tools/node')
  const folder = join(root, 'node_modules/.cache/site-node')
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const binary = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  if (name in JSON.parse(readFileSync(join(locked, 'package.json'), 'utf8')).optionalDependencies) {
    console.error(`${problem} Installing Node 24 into node_modules/.cache for the npm scripts.`)
    cpSync(locked, folder, { recursive: true })
    const words = ['ci', '--prefix', folder, '--include=optional', '--ignore-scripts', '--loglevel=error']
    spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows })
    if (spawnSync(binary, ['--version']).status === 0) return binary
    // Not for this system's C library, or not there.
    rmSync(folder, { recursive: true })
  }
  console.error(`${problem} None could be installed for ${process.platform}-${process.arch}.`)
  console.error('Install Node 24: from https://nodejs.org, with your package manager, or with nvm.')
  process.exit(1)
}
