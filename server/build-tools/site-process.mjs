// The site's process under the development server, and the next one, which has loaded the packages and waits.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const preload = pathToFileURL(join(import.meta.dirname, 'preload.mjs'))
/** The next process waits until the page has reloaded, which it would slow down. */
const prepareDelayMs = 1500
/** After this time the process is killed. */
const stopLimitMs = 2000
const shownChars = 6000

/**
 * Runs the program in `file`. A restart takes 1.3 s of CPU, 0.5 of it for loading `packages`, which the next process has done before.
 * `onListening`, `onContent` when content has changed, `onFaults` with the faults of content files, and
 * `onFailure` with the last output are called for the current process.
 */
export function createSiteProcess(options) {
  const { onListening, onContent, onFaults, onFailure } = options
  const port = createPort()
  let child
  let next
  let timer

  async function stop() {
    clearTimeout(timer)
    const stopping = child
    child = undefined
    if (stopping) await end(stopping)
  }

  function start() {
    const started = next && !hasEnded(next) ? next : prepare(options)
    next = undefined
    child = started
    const printed = tail(started)
    // The callback ignores the error of an exited process, which `close` reports.
    started.send('start', () => {})
    started.on('message', (message) => {
      if (child !== started) return
      if (message.content) onContent()
      if (message.faults !== undefined) onFaults(message.faults)
      if (message.port === undefined) return
      port.set(message.port)
      timer = setTimeout(() => {
        next = prepare(options)
      }, prepareDelayMs)
      onListening()
    })
    // All output has been read by then.
    started.once('close', (code, signal) => {
      if (child !== started) return
      port.set(undefined)
      onFailure(`The server exited with ${signal ?? `exit code ${code}`}.\n\n${printed()}`)
    })
  }

  return {
    /** Resolves when the new process has been started, not when it listens. */
    async restart() {
      port.expect()
      // Two processes must not write to the same data folder.
      await stop()
      start()
    },
    async end() {
      await stop()
      next?.kill()
    },
    isRunning: port.isExpected,
    /** No process will be started: pending `port()` calls resolve. */
    abandonRestart: () => child === undefined && port.set(undefined),
    /** Waits for a start in progress; undefined where no server runs. */
    port: port.get,
  }
}

/** The port of a process that listens, or is about to. */
function createPort() {
  let port
  let starting = Promise.withResolvers()
  return {
    expect() {
      port = undefined
      starting ??= Promise.withResolvers()
    },
    set(value) {
      port = value
      starting?.resolve()
      starting = undefined
    },
    isExpected: () => port !== undefined || starting !== undefined,
    async get() {
      await starting?.promise
      return port
    },
  }
}

function prepare({ file, packages, cwd, env }) {
  return spawn(process.execPath, ['--enable-source-maps', '--import', preload, file], {
    cwd,
    env: { ...env, SITE_PACKAGES: JSON.stringify(packages()) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C goes to the watcher, which stops this process.
    detached: true,
    windowsHide: true,
  })
}

async function end(child) {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await ended
  clearTimeout(limit)
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null
}

/** Forwards the output of a process; returns its end. */
function tail({ stdout, stderr }) {
  let text = ''
  for (const [from, to] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (chunk) => {
      to.write(chunk)
      text = (text + chunk).slice(-shownChars)
    })
  }
  return () => stripVTControlCharacters(text).trim()
}
