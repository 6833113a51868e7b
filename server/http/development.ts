// For the development server only: the page of all components, and the channel to the watcher that started this process.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** `npm run dev` forwards requests to the port that it receives here; without it this process has nothing to do. */
export function reportPort(server: Server) {
  if (process.connected === false) process.exit()
  process.once('disconnect', () => process.exit())
  process.send?.({ port: (server.address() as AddressInfo).port })
}
