// The site's process under the development server, and a preloaded standby process for the next start.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const preload = join(import.meta.dirname, 'preload.mjs')
/** After this time the process is killed. */
const stopLimitMs = 2000
/** Delays the standby process, so that it does not slow down the page that is reloading. */
const standbyDelayMs = 1500
const shownChars = 6000

/**
 * Runs the program in `file`; `packages` are imported in advance by a standby process. `onListening`, `onContent` when content has
 * changed, `onFaults` with the faults of content files, and `onFailure` with the last output are called for the current process.
 */
export function createSiteProcess({ file, packages, cwd, env, onListening, onContent, onFaults, onFailure }) {
  let child
  let standby
  let timer
  let port
  let starting = Promise.withResolvers()

  function settle(value) {
    port = value
    starting?.resolve()
    starting = undefined
  }

  function prepare() {
    return spawn(process.execPath, ['--enable-source-maps', '--import', pathToFileURL(preload), file], {
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

  async function end() {
    await stop()
    standby?.kill()
  }

  /** Resolves when the new process has been started, not when it listens. */
  async function restart() {
    port = undefined
    starting ??= Promise.withResolvers()
    // Two processes must not write to the same data folder.
    await stop()
    start()
  }

  function start() {
    const started = standby && !hasEnded(standby) ? standby : prepare()
    standby = undefined
    child = started
    const printed = tail(started)
    // The callback ignores the error of an exited process, which `close` reports.
    started.send('start', () => {})
    started.on('message', ({ port, content, faults }) => {
      if (child !== started) return
      if (content) onContent()
      if (faults !== undefined) onFaults(faults)
      if (port === undefined) return
      settle(port)
      timer = setTimeout(() => {
        standby = prepare()
      }, standbyDelayMs)
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
    restart,
    end,
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
