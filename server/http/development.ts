// Development server only: the page of all components, and the IPC channel to the watcher.
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

/** Reports the port to `npm run dev`, which forwards requests to it; exits when the watcher has ended. */
export function reportPort(server: Server) {
  if (process.connected === false) process.exit()
  process.once('disconnect', () => process.exit())
  process.send?.({ port: (server.address() as AddressInfo).port })
}
