// A real receiver of webhooks for a test: it stores the requests, and responds on demand.
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'

/** `status`: of the response. */
export type Received = {
  path: string
  headers: IncomingMessage['headers']
  body: string
  status: number
} /** Status 0: none at all. */
type Response = { status: number; body: string; headers: Record<string, string> }

export async function createWebhookServer(t: Test) {
  const port = await freePort()
  const requests: Received[] = []
  const respond: Response = { status: 200, body: 'ok', headers: {} }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body, status: respond.status })
    if (respond.status === 0) return
    response.writeHead(respond.status, respond.headers)
    response.end(respond.body)
  })
  const start = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  await start()
  t.teardown(close)
  return { url: `http://127.0.0.1:${port}`, requests, respond, close, start }
}
