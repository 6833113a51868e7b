// Whether the process lives and whether it can serve.
import type { FastifyInstance } from 'fastify'

/** With `warmUp` it is ready when that has settled, which begins as soon as the server listens. */
export function installHealth(app: FastifyInstance, warmUp?: () => Promise<void>) {
  let state: 'ok' | 'starting' | 'draining' = warmUp ? 'starting' : 'ok'
  app.addHook('onListen', async () => {
    void warmUp?.().finally(() => {
      if (state === 'starting') state = 'ok'
    })
  })
  app.addHook('preClose', async () => {
    state = 'draining'
  })
  app.get('/livez', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store').status(state === 'ok' ? 200 : 503)
    return { status: state }
  })
}
