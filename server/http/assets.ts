// Files of the build: hashed assets and the public folder, precompressed, and its id for browsers with pages of an older one.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { Build } from '../base/build.ts'

const immutable = 'public, max-age=31536000, immutable'
const forOneDay = 'public, max-age=86400'
const json = 'application/json; charset=utf-8'
const copies = /\.(?:br|gz|zst)$/

export async function installAssets(app: FastifyInstance, { distDir, earlierAsset }: AppContext) {
  const ownDir = join(distDir, 'assets')
  const publicDir = join(distDir, 'public')
  const own = await readdir(ownDir)
  await app.register(fastifyStatic, {
    root: ownDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.startsWith(publicDir) ? forOneDay : immutable),
  })
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const folder = own.includes(name) ? ownDir : await earlierAsset(name)
    if (!folder) throw pageError(404, `Page not found: ${request.url}`)
    return reply.sendFile(name, folder)
  })
  // One route for each file: any other path may be a page.
  for (const entry of await readdir(publicDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || copies.test(entry.name)) continue
    const name = join(entry.parentPath, entry.name).slice(publicDir.length + 1)
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, publicDir))
  }
}

/** The build in the format of build.mjs, with the redirects of this server. */
export function installBuilds(app: FastifyInstance, { id, timestamp, redirects }: Build) {
  const latest = JSON.stringify({ id, timestamp })
  const meta = JSON.stringify({ id, timestamp, matcher: redirects, prerendered: [] })
  app.get('/builds/latest.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').type(json).send(latest),
  )
  app.get<{ Params: { file: string } }>('/builds/meta/:file', (request, reply) => {
    if (request.params.file !== `${id}.json`) throw pageError(404, `Page not found: ${request.url}`)
    return reply.header('cache-control', immutable).type(json).send(meta)
  })
}
