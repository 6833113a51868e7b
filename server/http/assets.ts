// Files of the build: hashed assets and the public folder, precompressed, and its id for browsers with pages of an older one.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { Build } from '../base/build.ts'
import type { RedisClient } from '../base/redis-client.ts'
import { createKeptAssets } from './kept-assets.ts'

const immutable = 'public, max-age=31536000, immutable'
const forOneDay = 'public, max-age=86400'
const json = 'application/json; charset=utf-8'
const copies = /\.(?:br|gz|zst)$/

export async function installAssets(
  app: FastifyInstance,
  context: AppContext,
  redis: RedisClient | undefined,
): Promise<void> {
  const { distDir } = context
  const publicDir = join(distDir, 'public')
  const kept = await createKeptAssets(context, redis)
  await app.register(fastifyStatic, {
    root: join(distDir, 'assets'),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.startsWith(publicDir) ? forOneDay : immutable),
  })
  if (context.mode.keepsAssets) app.addHook('onReady', kept.keep)
  app.addHook('onClose', kept.close)
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const folder = await kept.folderOf(name)
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
