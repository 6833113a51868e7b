// A real local origin: the embedded content API over HTTP, with faults on demand and a count of its hits.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Test } from 'tap'
import type { Origin, OriginRequest } from '../../server/base/origin.ts'
import { createApi } from '../../server/calls/api.ts'
import { createCalls } from '../../server/calls/calls.ts'
import { createFormCall } from '../../server/calls/form-call.ts'
import { mediaResponse } from '../../server/calls/media-response.ts'
import { createFindMedia } from '../../server/store/media-file.ts'
import { silent } from './log.ts'
import { createTestMessages } from './messages.ts'
import { createSharedContent } from './shared-content.ts'

export const sampleFolder = join(import.meta.dirname, '../../server/sources/markdown/sample')

type Content = Pick<Origin, 'send' | 'close'>

export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>
export type TestOrigin = {
  url: string
  /** The embedded content API itself, without HTTP and faults. */
  content: Pick<Origin, 'send'>
  /** Method and path of each request, oldest first. */
  hits: string[]
  /** The requests that the origin received. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  /** Responds to requests whose path starts so; the latest rule wins. Returns a function that removes the rule. */
  answer: (pathStart: string, answer: Answer) => () => void
  /** A JSON response in the envelope, as `answer`. */
  json: (pathStart: string, body: unknown, status?: number) => () => void
  /** Merges fields into the `data` of the embedded response. */
  patch: (pathStart: string, change: (data: never) => unknown) => () => void
  /** Delays the embedded responses to requests whose path starts so. `arrived`: the first of them has come. */
  hold: (pathStart: string) => { arrived: Promise<void>; release: () => void }
  /** The embedded response, for rules that only record or delay. */
  pass: Answer
  close: () => Promise<void>
}

/** Closes with the test. */
export async function createTestOrigin(t: Test, { folder = sampleFolder } = {}): Promise<TestOrigin> {
  const content = await createContent(t, folder)
  const rules: { start: string; answer: Answer }[] = []
  const hits: string[] = []
  const requests: TestOrigin['requests'] = []

  const server = createServer(async (request, response) => {
    const body = await collect(request).catch(() => undefined)
    // Destroyed, because the request was aborted.
    if (!body) return void response.destroy()
    // The site may have a manual clock.
    response.sendDate = false
    const { method = 'GET', url = '/', headers } = request
    hits.push(`${method} ${url}`)
    requests.push({ method, path: url, headers, body: body.toString() })
    const rule = rules.findLast(({ start }) => url.startsWith(start))
    if (rule) return rule.answer(request, response, body)
    await passOn(content, request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const answer: TestOrigin['answer'] = (start, handler) => {
    const rule = { start, answer: handler }
    rules.push(rule)
    return () => void rules.splice(rules.indexOf(rule), 1)
  }
  const origin: TestOrigin = {
    content: { send: content.send },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    requests,
    answer,
    json: (start, value, status = 200) =>
      answer(start, (_request, response) => sendJson(response, status, value)),
    patch: (start, change) =>
      answer(start, async (request, response, body) => {
        // A changed response has no validators.
        const { 'if-none-match': _etag, 'if-modified-since': _date, ...headers } = request.headers
        const { envelope, status } = await ask(content, Object.assign(request, { headers }), body)
        sendJson(response, status, { ...envelope, data: change(envelope.data as never) })
      }),
    hold: (start) => {
      const [arrival, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      answer(start, async (...asked) => {
        arrival.resolve()
        await end.promise
        await origin.pass(...asked)
      })
      return { arrived: arrival.promise, release: end.resolve }
    },
    pass: (request, response, body) => passOn(content, request, response, body),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await content.close()
    },
  }
  let closed = false
  const close = origin.close
  origin.close = async () => {
    if (!closed) await close()
    closed = true
  }
  t.teardown(() => origin.close())
  return origin
}

/** The embedded content API with messages of its own. What it reads is read once for all origins of this process. */
async function createContent(t: Test, folder: string): Promise<Content> {
  const { repository } = await createSharedContent(t, folder)
  const { save, disk } = createTestMessages()
  const calls = createCalls(createFormCall({ save, log: silent }))
  const findMedia = createFindMedia(folder)
  const sendMedia = (request: OriginRequest) => mediaResponse(findMedia, request, Date.now())
  const send = createApi({ calls, sendMedia, repository, log: silent })
  return { send, close: disk.close }
}

async function passOn(content: Content, request: IncomingMessage, response: ServerResponse, body: Buffer) {
  const answer = await content.send(originRequest(request, body))
  response.writeHead(answer.status, answer.headers)
  if (Buffer.isBuffer(answer.body)) response.end(answer.body)
  // Closes the file if the client disconnected before the response.
  else if (response.destroyed) answer.body.destroy()
  else await pipeline(answer.body, response).catch(() => {})
}

async function ask(content: Content, request: IncomingMessage, body: Buffer) {
  const answer = await content.send(originRequest(request, body))
  return { status: answer.status, envelope: JSON.parse(String(answer.body)) as { data: unknown } }
}

function originRequest({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  return { method, path: url, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) }
}

export function sendJson(response: ServerResponse, status: number, value: unknown) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
