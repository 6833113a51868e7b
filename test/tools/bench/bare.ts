// A bare server for comparison: node:http or Fastify with one body from a file and the header fields of the response that it is compared with, as its own process.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import fastify from 'fastify'

const { BARE_KIND: kind = 'fastify', BARE_FILE: file = '', BARE_FIELDS: json = '' } = process.env
const body = file ? readFileSync(file) : Buffer.from('ok')
const port = Number(process.env['PORT'])
const fields: Record<string, string | string[]> = json ? JSON.parse(json) : { 'content-type': 'text/plain' }

if (kind === 'http') {
  createServer((_request, response) => {
    response.writeHead(200, { ...fields, 'content-length': body.length })
    response.end(body)
  }).listen(port, '127.0.0.1')
} else {
  const app = fastify()
  app.get('/*', (_request, reply) => reply.headers(fields).send(body))
  await app.listen({ host: '127.0.0.1', port })
}
process.once('SIGTERM', () => process.exit(0))
