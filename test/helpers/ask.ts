// Raw HTTP requests: the path is not normalised by a client.
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { personAgent } from './site.ts'

export type Asked = { status: number; headers: IncomingHttpHeaders; body: string }

type Options = { method?: string; headers?: Record<string, string>; body?: string }

/** `path` is written to the request line unchanged. */
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
      (response) => {
        const { statusCode: status = 0, headers } = response
        text(response).then((body) => resolve({ status, headers, body }), reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
