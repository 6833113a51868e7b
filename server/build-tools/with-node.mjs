// Runs a command with a supported Node: the installed one, or a downloaded one.
//   node with-node.mjs [--built] COMMAND [ARGUMENT...]     --built: builds before, where a source has changed
// An older Node must be able to run this file.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { nodeProblem, root } from './supported-node.mjs'

const locked = join(root, 'server/build-tools/node')
const installed = join(root, 'node_modules/.cache/site-node')
const isWindows = process.platform === 'win32'
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
/** How often the start program looks whether npm's shell has ended. */
const checkMs = 250
const binOf = (folder) => join(folder, `node_modules/node-${platform}/bin`)

const args = process.argv.slice(2)
const isBuilt = args[0] === '--built'
const [command, ...rest] = isBuilt ? args.slice(1) : args
const problem = nodeProblem()
const env = problem ? withReplacement(problem) : process.env
const buildCode = isBuilt ? await run('node', ['build.mjs', '--if-needed']) : 0
process.exitCode = buildCode || (await run(command, rest))

/** The environment with a supported `node` first in PATH. Exits where none is available. */
function withReplacement(problem) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(locked, 'package.json'), 'utf8'))
  const version = optionalDependencies[`node-${platform}`]
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  if (isMusl || !version)
    fail(`${problem} None can be installed for ${platform}${isMusl ? ' with musl' : ''}.`)
  if (!existsSync(installed)) install(problem, version)
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH'
  return { ...process.env, [name]: [binOf(installed), process.env[name]].join(delimiter) }
}

function install(problem, version) {
  process.stderr.write(
    `${problem} Installing Node ${version} into node_modules/.cache for the npm scripts.\n`,
  )
  // Atomic by rename: another script may do the same.
  const own = `${installed}.${process.pid}`
  mkdirSync(own, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(locked, name), join(own, name))
  const { stderr } = npm([
    'ci',
    '--prefix',
    own,
    '--include=optional',
    '--ignore-scripts',
    '--loglevel=error',
  ])
  const runs = spawnSync(join(binOf(own), 'node'), ['--version']).status === 0
  if (runs && !existsSync(installed)) renameSync(own, installed)
  rmSync(own, { recursive: true, force: true })
  if (!runs) fail(`${problem} None could be installed for ${platform}.\n${stderr || ''}`.trim())
}

/** Uses the npm that runs this script, if any. */
function npm(words) {
  const file = process.env.npm_execpath || ''
  const options = { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] }
  return basename(file) === 'npm-cli.js'
    ? spawnSync(process.execPath, [file, ...words], options)
    : spawnSync('npm', words, { ...options, shell: isWindows })
}

function fail(text) {
  process.stderr.write(
    `${text}\nInstall Node 24: from https://nodejs.org, with your package manager, or with nvm.\n`,
  )
  process.exit(1)
}

/** Resolves with the exit code. */
function run(name, words) {
  const isNode = name === 'node'
  // On Windows other commands are .cmd files, which need a shell.
  const options = { cwd: root, env: environmentOf(words), shell: isWindows && !isNode }
  const stdio = ['inherit', 'inherit', 'inherit', ...(isNode ? ['ipc'] : [])]
  const child = spawn(isNode && !problem ? process.execPath : name, words, { ...options, stdio })
  // A server reports its port, and ends in order when the channel closes. A second signal would end it at once: where
  // a supervisor or a terminal ends every process, the server gets the first from there.
  let isServer = false
  child.once('message', () => {
    isServer = true
  })
  const stop = () => {
    if (!isServer) child.kill('SIGTERM')
    else if (child.connected) child.disconnect()
  }
  const release = onStop(stop)
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${name} could not be started: ${error.message}.`))
    child.on('exit', (code, signal) => {
      release()
      resolve(signal ? 128 + constants.signals[signal] : code)
    })
  })
}

/** One arena of glibc's malloc, as in the image: 40 MB less RSS after a first start with 5 000 news in each language. */
function environmentOf(words) {
  return words.includes('dist/server/main.js') ? { MALLOC_ARENA_MAX: '1', ...env } : env
}

/**
 * Calls `stop` at SIGTERM, and where the shell of an npm script has ended: npm passes a signal on to its shell, which ends
 * and passes on nothing. A terminal sends SIGINT and SIGHUP to the command as well. Returns a function that stops listening.
 */
function onStop(stop) {
  const ignore = () => {}
  const parent = process.ppid
  const checks = process.env.npm_lifecycle_event && setInterval(() => hasEnded(parent) && stop(), checkMs)
  process.on('SIGINT', ignore).on('SIGHUP', ignore).on('SIGTERM', stop)
  return () => {
    clearInterval(checks)
    process.off('SIGINT', ignore).off('SIGHUP', ignore).off('SIGTERM', stop)
  }
}

/** Windows keeps the id of an ended parent; other systems name another one. */
function hasEnded(parent) {
  if (process.ppid !== parent) return true
  try {
    return !process.kill(parent, 0)
  } catch ({ code }) {
    return code === 'ESRCH'
  }
}
