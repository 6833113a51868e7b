// Whether the process lives and whether it can serve.
import type { FastifyInstance } from 'fastify'

export function installHealth(app: FastifyInstance) {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/livez', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store').status(draining ? 503 : 200)
    return { status: draining ? 'draining' : 'ok' }
  })
}
