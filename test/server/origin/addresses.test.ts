// A host that moves to another address is found there without a restart.
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import t, { type Test } from 'tap'
import { createConnections } from '../../../server/origin/connections.ts'

async function listen(t: Test, host: string, port: number): Promise<number> {
  const server = createServer((_request, response) => void response.end(host))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(port, host, done))
  return (server.address() as AddressInfo).port
}

t.test('the name is resolved again when a connection has served its time', async (t) => {
  const port = await listen(t, '127.0.0.1', 0)
  await listen(t, '127.0.0.2', port)
  let address = '127.0.0.1'
  let lookups = 0
  const lookup: LookupFunction = (_host, options, done) => {
    lookups++
    if (options.all) done(null, [{ address, family: 4 }])
    else done(null, address, 4)
  }
  const origin = `http://origin.invalid:${port}`
  const pool = createConnections({
    origin,
    connections: 1,
    allowH2: true,
    timeoutMs: 1000,
    ttlMs: 500,
    lookup,
  })
  t.teardown(() => pool.destroy())
  const ask = async () => (await pool.request({ method: 'GET', path: '/' })).body.text()

  t.equal(await ask(), '127.0.0.1')
  t.equal(await ask(), '127.0.0.1')
  t.equal(lookups, 1, 'a connection in use needs no name')
  address = '127.0.0.2'
  while ((await ask()) !== '127.0.0.2');
  t.equal(lookups, 2)
})
