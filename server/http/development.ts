// For the development server only: tells open pages of a new build or of the errors of a failed one, and shows all components.
import { readFile, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DocumentFields } from './security.ts'

const pollMs = 300

/** build.mjs writes `dev-error.txt` when a build fails, takes it away when one succeeds, and restarts this process. */
export async function installDevelopment(
  app: FastifyInstance,
  { distDir, kit, documentFields }: { distDir: string; kit: () => string; documentFields: DocumentFields },
) {
  const open = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const response of open) response.end()
  })
  const errorFile = join(distDir, 'dev-error.txt')

  app.get('/_kit', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-store', ...documentFields() })
      .type('text/html; charset=utf-8')
      .send(kit()),
  )

  app.get('/_dev/events', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    // The first piece sends the head; a restarted server is looked for soon.
    reply.raw.write('retry: 300\n\n')
    let sent = 0
    const tell = async () => {
      const changed = await stat(errorFile).then(
        (file) => file.mtimeMs,
        () => 0,
      )
      if (changed === sent) return
      sent = changed
      const text = changed ? await readFile(errorFile, 'utf8').catch(() => '') : ''
      reply.raw.write(`event: build\ndata: ${JSON.stringify(text)}\n\n`)
    }
    const timer = setInterval(() => void tell(), pollMs)
    open.add(reply.raw)
    reply.raw.once('close', () => {
      clearInterval(timer)
      open.delete(reply.raw)
    })
  })
}
