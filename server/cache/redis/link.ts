// The connection for commands: its state, and a new connection after every failure.
import type { Commands } from './connections.ts'
import type { Outage } from './outage.ts'

type LinkOptions = {
  client: Commands
  connectMs: number
  outage: Outage
  /** Text of an error, without secrets. */
  reasonOf: (error: unknown) => string
}

/** What it returns for a new connection is awaited before the end of the outage. */
export type StateListener = (isUp: boolean) => unknown

export function createLink({ client, connectMs, outage, reasonOf }: LinkOptions) {
  const first = Promise.withResolvers<void>()
  const listeners = new Set<StateListener>()
  let [isUp, isClosed, connection] = [false, false, 0]

  const down = (error: unknown) => {
    if (isClosed) return
    isUp = false
    outage.begin(reasonOf(error))
    for (const listener of listeners) listener(false)
    first.resolve()
  }
  /** Makes the connection again, once. */
  const lose = (error: unknown, of: number) => {
    if (of !== connection) return
    connection++
    down(error)
    if (client.status === 'ready') client.disconnect(true)
  }
  const use = async () => {
    const current = ++connection
    await within(connectMs, respond(client)).catch((error) => lose(error, current))
    if (current !== connection || client.status !== 'ready') return
    isUp = true
    await Promise.all([...listeners].map((listener) => listener(true)))
    if (current === connection) outage.end()
    first.resolve()
  }

  client.on('ready', () => void use())
  client.on('error', down)
  client.on('close', () => down(new Error('the connection was closed')))
  within(connectMs, first.promise).catch(down)

  return {
    isUp: () => isUp,
    ready: first.promise,
    onState(listener: StateListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async run<T>(ms: number, work: (client: Commands) => Promise<T>): Promise<T> {
      if (!isUp) throw new Error('no connection to Redis')
      const current = connection
      return within(ms, work(client)).catch((error) => {
        const reason = reasonOf(error)
        // A Redis that is out of memory can still be read.
        if (!reason.startsWith('OOM')) lose(error, current)
        throw new Error(reason)
      })
    },
    async close() {
      isClosed = true
      // Waits until the commands sent before have been processed.
      if (isUp) await within(connectMs, client.quit()).catch(() => {})
      isUp = false
      first.resolve()
    },
  }
}

/** A cluster may name a primary that has failed. */
async function respond(client: Commands): Promise<unknown> {
  return 'nodes' in client ? Promise.all(client.nodes('master').map((node) => node.ping())) : client.ping()
}

/** Rejects where `work` takes longer. A response that arrived while this process was busy counts as in time. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error(`no response within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(onTimeout), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
