// A real local origin with scripted responses and faults, which records its requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import type { Test } from 'tap'
import { formatHttpDate } from '../../../server/base/fields.ts'
import { listen } from '../../helpers/listen.ts'
import { type Fault, misbehave } from './faults.ts'

export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

export type ScriptedResponse = {
  status?: number
  /** `date` is the test clock's time unless it is given; undefined leaves a field out. */
  headers?: Record<string, string | string[] | undefined>
  body?: string
  /** The body piece by piece. */
  pieces?: AsyncIterable<string>
  /** The response waits for it. */
  after?: Promise<unknown>
  fault?: Fault
}

export type Script = ScriptedResponse | ((request: Received) => ScriptedResponse)

type ScriptedOrigin = {
  url: string
  received: Received[]
  /** Requests whose path, without its query, is this one. */
  hits: (pathname: string) => Received[]
  /** Requests that have come and are not responded to their end. */
  open: () => number
  /** From now on, for this path whatever its query. Paths without a script response 404. */
  on: (pathname: string, script: Script) => void
}

/** Closes with the test. */
export async function createScriptedOrigin(t: Test, now: () => number): Promise<ScriptedOrigin> {
  const scripts = new Map<string, Script>()
  const received: Received[] = []

  let open = 0
  const server = createServer(async (request, response) => {
    open++
    response.once('close', () => open--)
    const { method = 'GET', url = '/', headers } = request
    const asked: Received = { method, path: url, headers, body: (await buffer(request)).toString() }
    received.push(asked)
    const script = scripts.get(pathnameOf(url)) ?? { status: 404 }
    const answer = typeof script === 'function' ? script(asked) : script
    await answer.after
    await send(response, answer, now())
  })

  return {
    url: await listen(t, server),
    received,
    open: () => open,
    hits: (pathname) => received.filter(({ path }) => pathnameOf(path) === pathname),
    on: (pathname, script) => void scripts.set(pathname, script),
  }
}

async function send(response: ServerResponse, answer: ScriptedResponse, now: number) {
  const { status = 200, headers = {}, body = '', pieces, fault } = answer
  response.sendDate = false
  const fields = Object.entries({ date: formatHttpDate(now), ...headers })
  const sent = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  if (fault) return misbehave(response, fault, { status, headers: sent as Record<string, string>, body })
  response.writeHead(status, sent as Record<string, string>)
  for await (const piece of pieces ?? []) {
    response.write(piece)
    await turn()
    if (response.destroyed) return
  }
  response.end(body)
}

function pathnameOf(path: string): string {
  return path.split('?', 1)[0] ?? ''
}
