// Packages of which the server's bundle takes only what it uses: less to read before the server listens.

/** Of packages, what is never called here. */
const unused = [
  // @fastify/static lists folders with it, which this server does itself.
  /^glob$/,
  // sanitize-html reads style attributes with it, of which it is told to let none through.
  /^postcss$/,
  // prom-client names traces beside its figures where it is told to, which it is not.
  /^@opentelemetry\/api$/,
  // @fastify/compress looks up there what its own rule for text, JSON and XML does not know; nothing else is compressed.
  /^mime-db$/,
]

export const smallerServer = {
  name: 'smaller-server',
  setup(build) {
    for (const filter of unused) build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }))
    build.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}
