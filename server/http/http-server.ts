// The HTTP server below Fastify, with its limits, and the hot path in front of Fastify's routing.
import type { RequestListener, Server } from 'node:http'
import { createServer } from '../node-http.ts'
import type { HotPath } from '../proxy/hot-path.ts'

/** For the whole request, head and body; checked as often as the shortest of these limits asks for. */
const requestMs = 30_000
const headersMs = 15_000
const idleSocketMs = 120_000
const checkMs = 5000

type Options = {
  hotPath: HotPath
  /** Longer than the idle timeout of the load balancer, so that the balancer closes first. */
  keepAliveMs: number
  /** From then on each answer is the last of its connection. */
  draining: AbortSignal
}

export function createHttpServer({ hotPath, keepAliveMs, draining }: Options) {
  return (ordinary: RequestListener): Server => {
    const server = createServer(
      {
        connectionsCheckingInterval: checkMs,
        requestTimeout: requestMs,
        headersTimeout: headersMs,
        keepAliveTimeout: keepAliveMs,
      },
      (request, response) => {
        if (draining.aborted) response.shouldKeepAlive = false
        if (!hotPath.answer(request, response)) ordinary(request, response)
      },
    )
    server.setTimeout(Math.max(idleSocketMs, keepAliveMs + checkMs))
    return server
  }
}
