// A port that nothing listens on.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives to clients and to servers without a port of their own: none of them can take it. */
const range = [20_000, 30_000] as const

export async function freePort(among: readonly [from: number, to: number] = range): Promise<number> {
  const port = randomInt(...among)
  return (await isFree(port)) ? port : freePort(among)
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
