// The site's process under the development server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'

/** A process that is busy for longer is killed. */
const stopLimitMs = 2000
const shownChars = 6000

/** `onListening` and `onFailure`, with what the process printed last, are called for the process that was started last. */
export function createSiteProcess({ args, cwd, env, onListening, onFailure }) {
  let child
  let port
  let starting = Promise.withResolvers()

  function settle(value) {
    port = value
    starting?.resolve()
    starting = undefined
  }

  async function stop() {
    const stopping = child
    child = undefined
    if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return
    const ended = once(stopping, 'exit')
    stopping.kill('SIGTERM')
    const limit = setTimeout(() => stopping.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(limit)
  }

  /** Resolves when the new process has been started, not when it listens. */
  async function restart() {
    port = undefined
    starting ??= Promise.withResolvers()
    // Two processes would write to the same data folder.
    await stop()
    start()
  }

  function start() {
    const started = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const printed = tail(started)
    child = started
    started.once('message', (message) => {
      if (child !== started) return
      settle(message.port)
      onListening()
    })
    // All output has been read by then.
    started.once('close', (code, signal) => {
      if (child !== started) return
      settle(undefined)
      onFailure(`The server ended with ${signal ?? `exit code ${code}`}.\n\n${printed()}`)
    })
  }

  return {
    restart,
    stop,
    isRunning: () => port !== undefined || starting !== undefined,
    /** There is nothing to start: whoever waits for the port need not. */
    giveUp: () => child === undefined && settle(undefined),
    /** Resolves while no start is under way; undefined where no server runs. */
    async port() {
      await starting?.promise
      return port
    },
  }
}

/** Passes on what a process prints, and keeps the end of it. */
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
