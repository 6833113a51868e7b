// A real local origin: the embedded content API over HTTP, with faults on demand and a count of its hits.
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import root, { type Test } from 'tap'
import type { ContentRequest, ContentSource, Send } from '../../server/base/content-source.ts'
import { respond } from '../../server/content/calls/api.ts'
import type { CallInput } from '../../server/content/calls/calls.ts'
import { calls } from '../../server/content/calls/calls.ts'
import { storeForm } from '../../server/content/calls/form-call.ts'
import { mediaResponse } from '../../server/content/calls/media-response.ts'
import { createCurrentContent } from '../../server/content/store/current-content.ts'
import { createFindMedia } from '../../server/content/store/media.ts'
import { createLocalReader, createLocalSearch } from './content-reader.ts'
import { silent } from './log.ts'
import { createTestMessages } from './messages.ts'
import { temporaryFolder } from './temporary-folder.ts'

const project = join(import.meta.dirname, '../..')
export const sampleFolder = join(project, 'server/content/sample')
/** Folders that no test changes: read once for all tests of a process. */
const constantFolders = ['server/content/starter', 'test/fixtures/content']
  .map((folder) => join(project, folder))
  .concat(sampleFolder)
/** test/tools/run.mjs has such a folder for one run. */
const isOfRun = basename(tmpdir()).startsWith('site-tests-')
const shared = new Map<string, ReturnType<typeof createCurrentContent>>()

type Content = Pick<ContentSource, 'send' | 'close'>

export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>
type Rewritten = { fields?: OutgoingHttpHeaders; body?: Buffer | string }
export type TestOrigin = Awaited<ReturnType<typeof createTestOrigin>>

/** Closes with the test. */
export async function createTestOrigin(t: Test, { folder = sampleFolder } = {}) {
  const content = await createContent(t, folder)
  const rules: { start: string; answer: Answer }[] = []
  /** Method and path of each request, oldest first. */
  const hits: string[] = []
  /** The requests that the upstream received. */
  const requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = []

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    // Destroyed, because the request was aborted.
    if (!body) return void response.destroy()
    // The site may have a manual clock.
    response.sendDate = false
    const { method = 'GET', url = '/', headers } = request
    hits.push(`${method} ${url}`)
    requests.push({ method, path: url, headers, body: body.toString() })
    const rule = rules.findLast(({ start }) => url.startsWith(start))
    await (rule?.answer ?? pass)(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  /** The embedded response, for rules that only record or delay. */
  const pass: Answer = (request, response, body) => passOn(content, request, response, body)
  /** Responds to requests whose path starts so; the latest rule wins. Returns a function that removes the rule. */
  const answer = (start: string, handler: Answer) => {
    const rule = { start, answer: handler }
    rules.push(rule)
    return () => void rules.splice(rules.indexOf(rule), 1)
  }
  /** The embedded response without validators, with other fields or another body. */
  const rewrite = (start: string, change: (body: Buffer) => Rewritten | Promise<Rewritten>) =>
    answer(start, async (request, response, given) => {
      const { 'if-none-match': _etag, 'if-modified-since': _date, ...headers } = request.headers
      const sent = await content.send(originRequest(Object.assign(request, { headers }), given))
      const embedded = sent.body as Buffer
      const { fields, body = embedded } = await change(embedded)
      response.writeHead(sent.status, { 'content-type': 'application/json; charset=utf-8', ...fields })
      response.end(request.method === 'HEAD' ? undefined : body)
    })
  let closing: Promise<void> | undefined
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await content.close()
  }
  const origin = {
    /** The embedded content API itself, without HTTP and faults. */
    content: { send: content.send },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    requests,
    answer,
    rewrite,
    pass,
    /** A JSON response in the envelope, as `answer`. */
    json: (start: string, value: unknown, status = 200) =>
      answer(start, (_request, response) => sendJson(response, status, value)),
    /** Merges fields into the `data` of the embedded response. */
    patch: (start: string, change: (data: never) => unknown) =>
      rewrite(start, (body) => {
        const envelope = JSON.parse(String(body)) as { data: unknown }
        return { body: JSON.stringify({ ...envelope, data: change(envelope.data as never) }) }
      }),
    /** Delays the embedded responses to requests whose path starts so. `arrived`: the first of them has come. */
    hold: (start: string) => {
      const [arrival, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      answer(start, async (...asked) => {
        arrival.resolve()
        await end.promise
        await pass(...asked)
      })
      return { arrived: arrival.promise, release: end.resolve }
    },
    close: () => (closing ??= close()),
  }
  t.teardown(origin.close)
  return origin
}

/** The embedded content API with messages of its own. */
async function createContent(t: Test, folder: string): Promise<Content> {
  const { repository } = await openContent(t, folder)
  const { saveMessage, close } = await createTestMessages(t)
  const form = (input: CallInput) => storeForm(input, { save: saveMessage, log: silent })
  const findMedia = createFindMedia(folder)
  const sendMedia = (request: ContentRequest) => mediaResponse(findMedia, request)
  const api = { calls: { ...calls, form }, sendMedia, repository, fieldsOf: () => undefined, log: silent }
  const send: Send = (request) => respond(request, api)
  return { send, close }
}

function openContent(t: Test, folder: string) {
  const known = shared.get(folder)
  if (known) return known
  const isConstant = constantFolders.includes(folder)
  // One process of a run reads the folder; the others copy what it has stored.
  const ofRun = join(tmpdir(), 'content', basename(folder))
  const indexFolder = isConstant && isOfRun ? ofRun : temporaryFolder(isConstant ? root : t)
  const how = { reader: createLocalReader(), search: createLocalSearch, log: silent, now: Date.now }
  const options = { richText: { imageHosts: [] }, showsDrafts: false }
  const content = createCurrentContent({ folder, indexFolder, ...how, ...options })
  if (isConstant) shared.set(folder, content)
  ;(isConstant ? root : t).teardown(async () => (await content).close())
  return content
}

async function passOn(content: Content, request: IncomingMessage, response: ServerResponse, body: Buffer) {
  const answer = await content.send(originRequest(request, body))
  response.writeHead(answer.status, answer.headers)
  if (Buffer.isBuffer(answer.body)) response.end(answer.body)
  // Closes the file if the client disconnected before the response.
  else if (response.destroyed) answer.body.destroy()
  else await pipeline(answer.body, response).catch(() => {})
}

function originRequest({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  return { method, path: url, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) }
}

export function sendJson(response: ServerResponse, status: number, value: unknown) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}
