// Requests over a socket, as they are: no client in between that tidies the path.
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { personAgent } from './site.ts'

export type Asked = { status: number; headers: IncomingHttpHeaders; body: string }

type Options = { method?: string; headers?: Record<string, string>; body?: string }

/** `path` goes on the request line as it is written. */
export function ask(base: string, path: string, options: Options = {}): Promise<Asked> {
  const { method = 'GET', headers = {}, body = '' } = options
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: { 'user-agent': personAgent, accept: 'text/html', ...headers },
      },
      (answer) => {
        const { statusCode: status = 0, headers } = answer
        text(answer).then((body) => resolve({ status, headers, body }), reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
