// Files that are served as they are: hashed assets, precompressed, and the public folder.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { shareAssets } from './shared-assets.ts'

const yearSeconds = 31_536_000
const daySeconds = 86_400
const copies = /\.(?:br|gz|zst)$/

type Options = {
  distDir: string
  /** Where servers of other builds put theirs as well; empty: nowhere. */
  sharedDir: string
  log: FastifyBaseLogger
}

export async function installAssets(app: FastifyInstance, { distDir, sharedDir, log }: Options) {
  const own = join(distDir, 'assets')
  const isShared = sharedDir !== '' && (await shareAssets({ from: own, to: sharedDir, log }))
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      ...files(isShared ? [own, sharedDir] : own, `public, max-age=${yearSeconds}, immutable`),
      prefix: '/assets/',
    })
  })
  // Named one by one: any other address may be a page.
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
