// The build id of this server, for browsers with pages of an older build.
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { Build } from '../base/build.ts'

const immutable = 'public, max-age=31536000, immutable'
const json = 'application/json; charset=utf-8'

/** Sends the build in the format of build.mjs, with the redirects of this server. */
export function installBuilds(app: FastifyInstance, { id, timestamp, redirects }: Build) {
  const latest = JSON.stringify({ id, timestamp })
  const meta = JSON.stringify({ id, timestamp, matcher: redirects, prerendered: [] })
  app.get('/builds/latest.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').type(json).send(latest),
  )
  app.get<{ Params: { file: string } }>('/builds/meta/:file', async (request, reply) => {
    if (request.params.file !== `${id}.json`) throw pageError(404, `Page not found: ${request.url}`)
    return reply.header('cache-control', immutable).type(json).send(meta)
  })
}
