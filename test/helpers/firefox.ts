// Firefox for tests, by WebDriver BiDi (W3C): one tab, driven by script.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Test } from 'tap'
import { addressOf } from './project-copy.ts'
import { until } from './until.ts'

export const firefoxPath = process.env['FIREFOX_PATH'] || '/usr/bin/firefox-esr'
export const hasFirefox = existsSync(firefoxPath)

type Reply = { id?: number; error?: string; message?: string; result?: unknown }
type Evaluated = { result?: { value?: unknown }; exceptionDetails?: { text: string } }

export type Firefox = Awaited<ReturnType<typeof startFirefox>>

export async function startFirefox(t: Test) {
  const profile = t.testdir()
  const arguments_ = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(firefoxPath, arguments_, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(browser, 'exit')
  t.teardown(async () => {
    browser.kill()
    await ended
  })
  const socket = new WebSocket(`${await addressOf(browser.stderr, 'listening on')}/session`)
  browser.stderr.resume()
  await once(socket, 'open')
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let last = 0
  const send = async (method: string, params: object) => {
    const id = ++last
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await replied
    if (error) throw new Error(`${method}: ${error} ${message}`)
    return result
  }
  await send('session.new', { capabilities: {} })
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }

  /** The value of an expression, which may be a promise of text, a number, a boolean or null. */
  const evaluate = async (expression: string) => {
    const target = { target: { context }, awaitPromise: true, userActivation: true }
    const { result, exceptionDetails } = (await send('script.evaluate', {
      expression,
      ...target,
    })) as Evaluated
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`)
    return result?.value
  }
  return {
    evaluate,
    goto: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** A document that is unloaded meanwhile has no value. */
    until: (expression: string) =>
      until(async () => (await evaluate(expression).catch(() => false)) === true, { what: expression }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
  }
}
