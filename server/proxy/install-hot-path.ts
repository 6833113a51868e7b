// The hot path beside Fastify: the same common fields, the same record of each request, silence once the server closes.
import type { FastifyInstance } from 'fastify'
import type { RequestRecord } from '../ops/request-record.ts'
import type { HotPath, OnAnswer } from './hot-path.ts'

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

/** Without a trace: who brings one is answered on the ordinary path, and the origin is not asked here. */
export function createHotPathRecord(record: RequestRecord): OnAnswer {
  return (request, status, seconds) => record(request, { status, seconds, cache: 'site; hit' })
}
