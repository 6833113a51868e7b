// Files of the build: hashed assets and the public folder, precompressed, and its id for browsers with pages of an older one.
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { Build } from '../base/build.ts'

const immutable = 'public, max-age=31536000, immutable'
const forOneDay = 'public, max-age=86400'
const json = 'application/json; charset=utf-8'
const copies = /\.(?:br|gz|zst)$/

export async function installAssets(
  app: FastifyInstance,
  { config: { assetsDir: sharedDir }, distDir, telemetry: { log } }: AppContext,
) {
  const ownDir = join(distDir, 'assets')
  const publicDir = join(distDir, 'public')
  // A folder shared with servers of other builds; empty: none.
  const isShared = sharedDir !== '' && (await shareAssets(ownDir, sharedDir, log))
  await app.register(fastifyStatic, {
    root: isShared ? [ownDir, sharedDir] : ownDir,
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.startsWith(publicDir) ? forOneDay : immutable),
  })
  // One route for each file: any other path may be a page.
  for (const entry of await readdir(publicDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || copies.test(entry.name)) continue
    const name = join(entry.parentPath, entry.name).slice(publicDir.length + 1)
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, publicDir))
  }
}

/** Copies the missing files; false where that failed. Never rejects: the server can serve its own files. */
async function shareAssets(from: string, to: string, log: FastifyBaseLogger): Promise<boolean> {
  try {
    await mkdir(to, { recursive: true })
    const known = new Set(await readdir(to))
    const missing = (await readdir(from)).filter((name) => !known.has(name))
    for (const name of missing) await put(join(from, name), join(to, name))
    log.info({ folder: to, count: missing.length }, 'assets copied to the shared folder')
    return true
  } catch (err) {
    log.warn({ err, folder: to }, 'assets not copied to the shared folder')
    return false
  }
}

/** Atomic by rename; two servers may copy the same file. */
async function put(from: string, to: string): Promise<void> {
  const partial = `${to}.${process.pid}.part`
  await copyFile(from, partial)
  await rename(partial, to).catch(async (error: Error) => {
    await rm(partial, { force: true })
    throw error
  })
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
