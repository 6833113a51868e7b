// Files that are served as they are: hashed assets, precompressed, and the public folder.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const yearSeconds = 31_536_000
const daySeconds = 86_400

export async function installAssets(app: FastifyInstance, { distDir }: { distDir: string }) {
  await app.register(fastifyStatic, {
    root: join(distDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply) => reply.header('cache-control', `public, max-age=${yearSeconds}, immutable`),
  })
  await app.register(fastifyStatic, {
    root: join(distDir, 'public'),
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    index: false,
    setHeaders: (reply) => reply.header('cache-control', `public, max-age=${daySeconds}`),
  })
}
