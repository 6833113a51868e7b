// The metrics on a port of their own, which no load balancer has to know.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Resolves when it listens; rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }) {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    const body = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(body)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
