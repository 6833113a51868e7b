// The upstream transport in front of a real local origin with scripted responses.
import type { Test } from 'tap'
import type { OriginResponse, UpstreamOrigin } from '../../server/base/origin.ts'
import { discard } from '../../server/base/read-body.ts'
import { createUpstream } from '../../server/origin/upstream.ts'
import { createLog, type LogLine } from './log.ts'
import { type Answer, createTestOrigin, type TestOrigin } from './origin.ts'
import { smallFolder } from './small-site.ts'

type Options = { timeoutMs?: number; prefix?: string }
type TestUpstream = {
  origin: TestOrigin
  lines: LogLine[]
  upstream: UpstreamOrigin
  /** Resolves with status, headers and the whole body. */
  send: (
    method?: string,
    path?: string,
    headers?: Record<string, string>,
    body?: string,
  ) => Promise<UpstreamResponse>
}
export type UpstreamResponse = { status: number; headers: Record<string, string | string[]>; body: string }

/** The origin sends the responses in order, then repeats the last one. */
export async function createTestUpstream(
  t: Test,
  answers: Answer[],
  options: Options = {},
): Promise<TestUpstream> {
  const { timeoutMs = 60_000, prefix = '' } = options
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const { log, lines } = createLog()
  const upstream = createUpstream({ base: origin.url + prefix, connections: 4, log, timeoutMs })
  t.teardown(() => upstream.close())
  let next = 0
  origin.answer('/', (...asked) => answers[Math.min(next++, answers.length - 1)]?.(...asked))
  return {
    origin,
    lines,
    upstream,
    async send(method = 'GET', path = '/x', headers = {}, body = '') {
      const answer = await upstream.send({ method, path, headers, ...(body && { body: Buffer.from(body) }) })
      const chunks = Buffer.isBuffer(answer.body) ? [answer.body] : await answer.body.toArray()
      return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks).toString() }
    },
  }
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end('x'.repeat(1000))

/** Breaks the connection. */
export const reset: Answer = (request) => void request.socket.resetAndDestroy()

/** Accepts the request and never responds. */
export const hang: Answer = () => {}

/** The status of a response, which is not read, or the kind of the error. */
export function outcomeOf(asked: Promise<OriginResponse>): Promise<number | string> {
  return asked.then(
    (response) => {
      discard(response)
      return response.status
    },
    (error: Error & { kind: string }) => error.kind,
  )
}
