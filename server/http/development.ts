// Development server only: the page of all components, the faults of content files, and the IPC channel to the watcher.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ContentFault, Origin } from '../base/origin.ts'
import type { DocumentFields } from './security.ts'

type Options = { kit: () => string; faults: () => ContentFault[]; documentFields: DocumentFields }

export function installDevelopment(app: FastifyInstance, { kit, faults, documentFields }: Options) {
  app.get('/_content-faults', (_request, reply) => reply.header('cache-control', 'no-store').send(faults()))
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

/** `npm run dev` shows them on the open pages. After `reportPort`. */
export function reportContentFaults({ problems, onProblems }: Pick<Origin, 'problems' | 'onProblems'>) {
  const report = (faults: ContentFault[]) => void process.send?.({ content: shownFaults(faults) })
  onProblems?.(report)
  report(problems?.() ?? [])
}

/** Of the files that are not served as they are; '' for none. */
function shownFaults(faults: ContentFault[]): string {
  return faults
    .filter(({ effect }) => effect === 'kept' || effect === 'left out')
    .map(({ file, line, problem, effect }) => `${file}:${line} ${problem}\n  ${consequences[effect]}\n`)
    .join('\n')
}

const consequences: Record<string, string> = {
  kept: 'The pages show its last valid text.',
  'left out': 'It is not served.',
}
