// Development server only: the page of all components.
import type { FastifyInstance } from 'fastify'
import type { DocumentFields } from './security.ts'

export function installDevelopment(
  app: FastifyInstance,
  { kit, documentFields }: { kit: () => string; documentFields: DocumentFields },
) {
  app.get('/_kit', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', ...documentFields() })
      .type('text/html; charset=utf-8')
      .send(kit()),
  )
}
