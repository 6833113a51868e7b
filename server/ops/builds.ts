// Which build this server runs, for browsers that hold an older one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'

const immutable = 'public, max-age=31536000, immutable'

/** Serves what build.mjs left in `distDir`/builds for the build of this id. */
export async function installBuilds(app: FastifyInstance, { id, distDir }: { id: string; distDir: string }) {
  const [latest, meta] = await Promise.all([
    readFile(join(distDir, 'builds/latest.json')),
    readFile(join(distDir, `builds/meta/${id}.json`)),
  ])
  app.get('/builds/latest.json', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(latest)
  })
  app.get<{ Params: { file: string } }>('/builds/meta/:file', async (request, reply) => {
    if (request.params.file !== `${id}.json`) throw pageError(404, `Page not found: ${request.raw.url}`)
    return reply.header('cache-control', immutable).type('application/json; charset=utf-8').send(meta)
  })
}
