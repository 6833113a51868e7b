// A port that nothing listens on, and that no other process of the tests is about to use.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives to clients and to servers without a port of their own: none of them can take it. */
const firstPort = 20_000
/** A part for each of the processes that run at a time, whose ids are near each other. */
const [processes, ports] = [100, 25] as const

let taken = 0

export async function freePort(): Promise<number> {
  const port = firstPort + (process.pid % processes) * ports + (taken++ % ports)
  return (await isFree(port)) ? port : freePort()
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
