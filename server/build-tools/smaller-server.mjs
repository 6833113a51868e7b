// Packages of which the server's bundle takes only what it uses: less to read before the server listens.
import { join } from 'node:path'

export const smallerServer = (root) => ({
  name: 'smaller-server',
  setup(build) {
    const pool = join(root, 'server/build-tools/undici-pool.mjs')
    build.onResolve({ filter: /^undici$/ }, () => ({ path: pool }))
    // @fastify/static lists folders with it, which this server does itself.
    build.onResolve({ filter: /^glob$/ }, () => ({ path: 'glob', namespace: 'unused' }))
    build.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export const glob = undefined' }))
  },
})
