// Every request on the ordinary path: its trace begins, and it is written down when it ends, however it ends.
import type { FastifyInstance } from 'fastify'
import type { ClientAddress } from '../base/client-address.ts'
import type { RequestRecord } from './request-record.ts'
import { continuedTrace, fieldOf, startTrace, type Tracing } from './tracing.ts'

type Options = { record: RequestRecord; tracing: Tracing; clientAddress: ClientAddress }

export function installRequestLog(app: FastifyInstance, { record, tracing, clientAddress }: Options) {
  app.addHook('onRequest', (request, reply, done) => {
    const trace = startTrace(request.headers)
    // Only for those who asked: an answer that caches keep says nothing about one request.
    if (continuedTrace(request.headers)) reply.header('traceresponse', fieldOf(trace))
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      const cache = reply.getHeader('cache-status')
      record(request.raw, {
        reqId: request.id,
        status: reply.raw.statusCode,
        seconds: reply.elapsedTime / 1000,
        cache: cache === undefined ? undefined : String(cache),
        trace: trace.id,
        isAborted: !reply.raw.writableFinished,
      })
    }
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
    tracing.run({ trace, client: clientAddress.networkOf(request.ip) }, done)
  })
}
