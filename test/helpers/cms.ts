// A content system for tests: replays recorded responses from a local server; and an adapted origin in front of it.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Origin } from '../../server/base/origin.ts'
import { createFormStore } from '../../server/calls/form-store.ts'
import { type Config, parseConfig } from '../../server/config/config.ts'
import { createAdapted } from '../../server/origin/adapters/create-adapted.ts'
import { createUpstream } from '../../server/origin/upstream.ts'
import { createOriginProblems, secretsOf } from '../../server/telemetry/origin-problems.ts'
import { fixtureOf, type Recording } from '../cms/record.ts'
import { createLog, type LogLine } from './log.ts'
import { sampleFolder } from './origin.ts'

export type TestCms = {
  /** Base URLs in the order of the fixture. */
  urls: string[]
  requests: { url: string; headers: IncomingMessage['headers'] }[]
  /** Responds to requests whose decoded path and query contain a text; the latest rule wins. */
  answer: (part: string, respond: (response: ServerResponse) => void) => void
}

/** Closes with the test. A request that is not in the fixture gets 404. */
export async function createTestCms(t: Test, system: string): Promise<TestCms> {
  const text = await readFile(fixtureOf(system), 'utf8')
  const names = Object.keys(JSON.parse(text) as Recording)
  const urls: string[] = []
  const rules: { part: string; respond: (response: ServerResponse) => void }[] = []
  const requests: TestCms['requests'] = []
  let recording: Recording = {}
  for (const [index] of names.entries()) {
    const server = createServer((request, response) => {
      const { url = '/', headers } = request
      requests.push({ url, headers })
      const rule = rules.findLast(({ part }) => decodeURIComponent(url).includes(part))
      if (rule) return rule.respond(response)
      const found = recording[urls[index]!]?.[url]
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
  recording = JSON.parse(names.reduce((left, name, index) => left.replaceAll(name, urls[index]!), text))
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

export type Adapted = { origin: Origin; config: Config; lines: LogLine[] }

/** Closes with the test. */
export async function createTestAdapted(t: Test, env: Record<string, string>): Promise<Adapted> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-data-'))
  const parsed = parseConfig(
    { SITE_URL: 'https://www.tinglan.example', ...env, DATA_DIR: dataDir },
    sampleFolder,
  )
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const { log, lines } = createLog()
  const { config } = parsed
  const problems = createOriginProblems({ log, secrets: secretsOf(config) })
  const origin = await createAdapted({
    ...{ config, log, report: problems.report },
    formStore: createFormStore({ dataFile: ':memory:', now: Date.now }),
    connect: (base, fields) => createUpstream({ base, fields, connections: 4, log }),
  })
  t.teardown(async () => {
    await origin.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { origin, config, lines }
}
