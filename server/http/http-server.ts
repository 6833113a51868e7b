// The HTTP server below Fastify, with its limits, and the hot path in front of Fastify's routing.
import type { RequestListener, Server } from 'node:http'
import { createServer } from '../node-http.ts'
import type { HotPath } from '../proxy/hot-path.ts'

/** Longer than the idle timeouts of common load balancers (60 s), so that the balancer closes first. */
const keepAliveMs = 72_000
/** For the whole request, head and body; checked as often as the shortest of these limits asks for. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000

export function createHttpServer(hotPath: HotPath) {
  return (ordinary: RequestListener): Server => {
    const server = createServer(
      {
        connectionsCheckingInterval: checkMs,
        requestTimeout: requestMs,
        headersTimeout: headersMs,
        keepAliveTimeout: keepAliveMs,
      },
      (request, response) => {
        if (!hotPath.answer(request, response)) ordinary(request, response)
      },
    )
    server.setTimeout(idleSocketMs)
    return server
  }
}
