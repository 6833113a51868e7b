// A real receiver of webhooks for a test: it stores the requests, and responds on demand.
import { createServer, type IncomingMessage } from 'node:http'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'

/** `status`: of the response. */
export type Received = { path: string; headers: IncomingMessage['headers']; body: string; status: number }
type WebhookServer = {
  url: string
  requests: Received[]
  /** 0: no response at all. */
  respond: { status: number; body: string; headers: Record<string, string> }
  close: () => Promise<void>
  start: () => Promise<void>
}

export async function createWebhookServer(t: Test): Promise<WebhookServer> {
  const port = await freePort()
  const requests: Received[] = []
  const respond: WebhookServer['respond'] = { status: 200, body: 'ok', headers: {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
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
