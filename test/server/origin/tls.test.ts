// An upstream over TLS: HTTP/2 where it is offered, and a certificate authority of one's own.
import { readFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { silent } from '../../helpers/log.ts'

const tls = join(import.meta.dirname, '../../fixtures/tls')
const caFile = join(tls, 'localhost.crt')

async function createOrigin(t: Test, allowHTTP1: boolean) {
  const seen: string[] = []
  const server: Http2SecureServer = createSecureServer(
    { key: readFileSync(join(tls, 'localhost.key')), cert: readFileSync(caFile), allowHTTP1 },
    (request, response) => {
      seen.push(request.httpVersion)
      response.end('{"success":true,"data":1,"msg":""}')
    },
  )
  server.on('sessionError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  return { seen, base: `https://localhost:${(server.address() as AddressInfo).port}` }
}

for (const [name, allowHTTP1] of [
  ['HTTP/2 alone', false],
  ['both', true],
] as const) {
  t.test(`an upstream that offers ${name} is asked over HTTP/2`, async (t) => {
    const { base, seen } = await createOrigin(t, allowHTTP1)
    const upstream = createUpstream({ base, connections: 2, log: silent, caFile })
    t.teardown(() => upstream.close())
    const { status } = await upstream.send({ method: 'GET', path: '/api/home/about/1', headers: {} })
    t.equal(status, 200)
    t.strictSame(seen, ['2.0'])
  })
}

t.test('an untrusted certificate is an error', async (t) => {
  const { base, seen } = await createOrigin(t, true)
  const upstream = createUpstream({ base, connections: 2, log: silent })
  t.teardown(() => upstream.close())
  await t.rejects(upstream.send({ method: 'GET', path: '/x', headers: {} }), {
    name: 'OriginError',
    kind: 'network',
  })
  t.strictSame(seen, [])
})
