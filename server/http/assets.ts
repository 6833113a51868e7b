// Static files: hashed assets, precompressed, and the public folder.
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyStaticOptions } from '@fastify/static'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'

const yearSeconds = 31_536_000
const daySeconds = 86_400
const copies = /\.(?:br|gz|zst)$/

export async function installAssets(
  app: FastifyInstance,
  { config, distDir, telemetry: { log } }: AppContext,
) {
  const own = join(distDir, 'assets')
  // A folder shared with servers of other builds; empty: none.
  const sharedDir = config.assetsDir
  const isShared = sharedDir !== '' && (await shareAssets({ from: own, to: sharedDir, log }))
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      ...files(isShared ? [own, sharedDir] : own, `public, max-age=${yearSeconds}, immutable`),
      prefix: '/assets/',
    })
  })
  // One route for each file: any other path may be a page.
  const root = join(distDir, 'public')
  const names = (await readdir(root, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() && !copies.test(entry.name)
      ? [join(entry.parentPath, entry.name).slice(root.length + 1)]
      : [],
  )
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      ...files(root, `public, max-age=${daySeconds}`),
      serve: false,
    })
    for (const name of names) scope.get(`/${name}`, (_request, reply) => reply.sendFile(name))
  })
}

function files(root: string | string[], cacheControl: string): FastifyStaticOptions {
  return {
    root,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply) => reply.header('cache-control', cacheControl),
  }
}

type SharedFolder = { from: string; to: string; log: Pick<FastifyBaseLogger, 'warn' | 'info'> }

/** Copies the missing files; false where that failed. Never rejects: the server can serve its own files. */
async function shareAssets({ from, to, log }: SharedFolder): Promise<boolean> {
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
