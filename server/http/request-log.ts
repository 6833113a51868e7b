// One line a request.
import type { FastifyInstance } from 'fastify'

export function installRequestLog(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request.raw
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, url, status: reply.statusCode, ms }, 'request')
  })
}
