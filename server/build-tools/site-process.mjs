// The site's process under the development server, and the next one, which has loaded the packages and waits.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const preload = pathToFileURL(join(import.meta.dirname, 'preload.mjs'))
/** Until the page has reloaded, which the next process would slow down. */
const prepareDelayMs = 1500
/** After this time the process is killed. */
const stopLimitMs = 2000
const shownChars = 6000

/**
 * Runs the program in `file`. A restart takes 1.3 s of CPU, 0.5 of it for loading `packages`, which the next process has done before.
 * `onListening`, `onContent` when content has changed, `onFaults` with the faults of content files, and
 * `onFailure` with the last output are called for the current process.
 */
export function createSiteProcess({ file, packages, cwd, env, onListening, onContent, onFaults, onFailure }) {
  let child
  let next
  let timer
  let port
  let starting = Promise.withResolvers()

  function settle(value) {
    port = value
    starting?.resolve()
    starting = undefined
  }

  function prepare() {
    return spawn(process.execPath, ['--enable-source-maps', '--import', preload, file], {
      cwd,
      env: { ...env, SITE_PACKAGES: JSON.stringify(packages()) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C goes to the watcher, which stops this process.
      detached: true,
      windowsHide: true,
    })
  }

  async function stop() {
    clearTimeout(timer)
    const stopping = child
    child = undefined
    if (!stopping || hasEnded(stopping)) return
    const ended = once(stopping, 'exit')
    stopping.kill('SIGTERM')
    const limit = setTimeout(() => stopping.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(limit)
  }

  function start() {
    const started = next && !hasEnded(next) ? next : prepare()
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
      settle(message.port)
      timer = setTimeout(() => {
        next = prepare()
      }, prepareDelayMs)
      onListening()
    })
    // All output has been read by then.
    started.once('close', (code, signal) => {
      if (child !== started) return
      settle(undefined)
      onFailure(`The server exited with ${signal ?? `exit code ${code}`}.\n\n${printed()}`)
    })
  }

  return {
    /** Resolves when the new process has been started, not when it listens. */
    async restart() {
      port = undefined
      starting ??= Promise.withResolvers()
      // Two processes must not write to the same data folder.
      await stop()
      start()
    },
    async end() {
      await stop()
      next?.kill()
    },
    isRunning: () => port !== undefined || starting !== undefined,
    /** No process will be started: pending `port()` calls resolve. */
    abandonRestart: () => child === undefined && settle(undefined),
    /** Waits for a start in progress; undefined where no server runs. */
    async port() {
      await starting?.promise
      return port
    },
  }
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
