// The file that proves to IndexNow that whoever pushes has this site.
import type { FastifyInstance } from 'fastify'

/** Nothing is served without a key. */
export function installKeyFile(app: FastifyInstance, { key }: { key: string }) {
  if (!key) return
  app.get(`/${key}.txt`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').type('text/plain; charset=utf-8').send(key),
  )
}
