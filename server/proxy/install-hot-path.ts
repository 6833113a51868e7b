// The hot path beside Fastify: the same common fields, the same log line, and silence once the server drains.
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { HotPath } from './hot-path.ts'

/** Fields that belong to the probe's own answer and not to every answer. */
const particular = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
])

export function installHotPath(app: FastifyInstance, hotPath: HotPath) {
  app.addHook('onListen', async () => {
    const { headers } = await app.inject('/livez')
    const common = Object.entries(headers).filter(([name]) => !particular.has(name))
    hotPath.setCommonFields(Object.fromEntries(common) as Record<string, string>)
  })
  // The ordinary path tells clients to close their connections; this one must not keep them.
  app.addHook('preClose', async () => hotPath.stop())
}

export function createHotPathLog(log: FastifyBaseLogger) {
  return ({ method, url }: IncomingMessage, status: number) =>
    log.info({ method, url, status, ms: 0 }, 'request')
}
