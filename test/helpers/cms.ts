// A content system for tests: replays recorded responses from a local server.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { fixtureOf, type Recording } from '../cms/record.ts'

export type TestCms = {
  /** Base URLs in the order of the fixture. */
  urls: string[]
  requests: { url: string; headers: IncomingMessage['headers'] }[]
  /** Responds to requests whose decoded path and query contain a text; the latest rule wins. */
  answer: (part: string, respond: (response: ServerResponse) => void) => void
}

type Recorded = Recording[string][string]

/** Recordings by system: of one process each is read once. */
const recordings = new Map<string, Recording>()

async function recordingOf(system: string): Promise<Recording> {
  const known = recordings.get(system)
  if (known) return known
  const recording = JSON.parse(await readFile(fixtureOf(system), 'utf8')) as Recording
  recordings.set(system, recording)
  return recording
}

/** Closes with the test. A request that is not in the fixture gets 404. */
export async function createTestCms(t: Test, system: string): Promise<TestCms> {
  const recording = await recordingOf(system)
  const names = Object.keys(recording)
  const urls: string[] = []
  const rules: { part: string; respond: (response: ServerResponse) => void }[] = []
  const requests: TestCms['requests'] = []
  /** With the addresses of these servers. */
  const placed = (found: Recorded | undefined): Recorded | undefined =>
    found &&
    JSON.parse(names.reduce((left, name, at) => left.replaceAll(name, urls[at]!), JSON.stringify(found)))
  for (const name of names) {
    const server = createServer((request, response) => {
      const { url = '/', headers } = request
      requests.push({ url, headers })
      const rule = rules.findLast(({ part }) => decodeURIComponent(url).includes(part))
      if (rule) return rule.respond(response)
      const found = placed(recording[name]?.[url])
      response.writeHead(found?.status ?? 404, {
        'content-type': 'application/json; charset=UTF-8',
        ...found?.fields,
      })
      response.end(JSON.stringify(found?.body ?? { message: 'not recorded' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    t.teardown(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
  }
  return { urls, requests, answer: (part, respond) => void rules.push({ part, respond }) }
}

/** As `answer`, with JSON. */
export function answerJson(
  { answer }: Pick<TestCms, 'answer'>,
  part: string,
  body: unknown,
  { status = 200, fields = {} }: { status?: number; fields?: Record<string, string> } = {},
): void {
  answer(part, (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...fields })
    response.end(JSON.stringify(body))
  })
}
