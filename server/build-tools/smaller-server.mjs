// Packages of which the server's bundle takes only what it uses: less to read before the server listens.
import { join } from 'node:path'

/** Of packages, what is never called here. */
const unused = [
  // @fastify/static lists folders with it, which this server does itself.
  /^glob$/,
  // sanitize-html reads style attributes with it, of which it is told to let none through.
  /^postcss$/,
  // An experiment of undici's, off unless asked for.
  /^\.\.\/milo\//,
  // prom-client names traces beside its figures where it is told to, which it is not.
  /^@opentelemetry\/api$/,
  // @fastify/compress looks up there what its own rule for text, JSON and XML does not know; nothing else is compressed.
  /^mime-db$/,
]

export const smallerServer = (root) => ({
  name: 'smaller-server',
  setup(build) {
    const pool = join(root, 'server/build-tools/undici-pool.mjs')
    build.onResolve({ filter: /^undici$/ }, () => ({ path: pool }))
    for (const filter of unused) build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }))
    build.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
})
