// A proxy in front of a content system that fails as systems do: a page of maintenance, no access, no response.
import { createServer, request } from 'node:http'
import { freePort } from '../helpers/free-port.ts'
import type { Scope } from './process.ts'

const page = '<!doctype html><title>Maintenance</title><h1>Back soon</h1>'

/** A response instead of that of the system; `undefined`: that of the system. */
export const faults = {
  none: undefined,
  'a page of maintenance with 503': { status: 503, type: 'text/html', body: page },
  'a page of maintenance with 200': { status: 200, type: 'text/html', body: page },
  'no access': { status: 401, type: 'application/json', body: '{"error":"unauthorized"}' },
  'a gateway without the system': { status: 502, type: 'text/html', body: page },
} as const
export type Fault = keyof typeof faults

export type FaultProxy = {
  url: string
  /** What it responds from now on. */
  set: (fault: Fault) => void
  /** Requests since the start. */
  requests: () => number
}

/** Ends with the scope. */
export async function startFaultProxy(scope: Scope, base: string): Promise<FaultProxy> {
  const port = await freePort()
  let [fault, requests]: [Fault, number] = ['none', 0]
  const server = createServer((incoming, response) => {
    requests += 1
    const own = faults[fault]
    if (own) {
      response.writeHead(own.status, { 'content-type': own.type }).end(own.body)
      return
    }
    const { method, headers, url = '/' } = incoming
    const sent = request(new URL(url, base), { method, headers }, (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(response)
    })
    sent.on('error', () => response.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      fault = next
    },
    requests: () => requests,
  }
}
