// An upstream over TLS: HTTP/2 where it is offered, and a private certificate authority.
import { readFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { createTestOrigin } from '../../helpers/origin.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { startProgram } from '../commands/process.ts'

const tls = join(import.meta.dirname, '../../fixtures/tls')
const certificate = join(tls, 'localhost.crt')

async function createTlsOrigin(t: Test) {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const versions = new Set<string>()
  const server = createSecureServer(
    { key: readFileSync(join(tls, 'localhost.key')), cert: readFileSync(certificate), allowHTTP1: true },
    async (request, response) => {
      const { method, url, httpVersion } = request
      versions.add(httpVersion)
      const body = await buffer(request)
      const answer = await fetch(origin.url + url, { method, ...(body.length > 0 && { body }) })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    },
  )
  server.on('sessionError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  return { origin, versions, base: `https://localhost:${(server.address() as AddressInfo).port}` }
}

t.test('NODE_EXTRA_CA_CERTS admits a private authority; HTTP/2 is used where it is offered', async (t) => {
  const { base, versions, origin } = await createTlsOrigin(t)
  const { url } = await startProgram(t, { API_BASE: base, NODE_EXTRA_CA_CERTS: certificate })
  t.equal((await fetch(`${url}/news/1`)).status, 200)
  t.ok(origin.hits.some((hit) => hit.startsWith('GET /api/home/article/detail/1')))
  t.strictSame([...versions], ['2.0'])
})
