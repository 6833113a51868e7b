// The connection for commands: its state, and a new connection after every failure.
import type { Commands } from './connections.ts'
import type { Outage } from './outage.ts'

type Options = {
  client: Commands
  /** Its name in the Sentinels. */
  primary: string
  connectMs: number
  outage: Outage
  /** Text of an error, without secrets. */
  reasonOf: (error: unknown) => string
}

type Listener = (isUp: boolean) => unknown

export function createLink({ client, primary, connectMs, outage, reasonOf }: Options) {
  const first = Promise.withResolvers<void>()
  const listeners = new Set<Listener>()
  let [isUp, isClosed, connection] = [false, false, 0]
  /** Of a Sentinel or a node: the reason of an error that says only that all have failed. */
  let problem: unknown

  const change = (next: boolean) => {
    isUp = next
    first.resolve()
    for (const listener of listeners) listener(next)
  }
  const down = (error: unknown) => {
    if (isClosed) return
    outage.begin(reasonOf(error))
    change(false)
  }
  /** Makes the connection again, once. */
  const lose = (error: unknown, of: number) => {
    if (of !== connection) return
    connection++
    down(error)
    if (client.status === 'ready') client.disconnect(true)
  }
  const check = async () => {
    problem = undefined
    const current = ++connection
    try {
      await within(connectMs, respond(client))
    } catch (error) {
      return lose(error, current)
    }
    if (current !== connection || client.status !== 'ready') return
    outage.end()
    change(true)
  }

  client.on('ready', () => void check())
  client.on('node error', (error: Error) => {
    problem = error
  })
  client.on('sentinelError', (error: Error) => {
    problem = sentinelProblem(error, primary)
  })
  client.on('error', (error: Error) => down(problem ?? error))
  client.on('close', () => down(problem ?? new Error('the connection was closed')))
  const limit = setTimeout(() => {
    if (connection === 0) down(problem ?? new Error(`no response within ${connectMs} ms`))
  }, connectMs)

  return {
    isUp: () => isUp,
    ready: first.promise.finally(() => clearTimeout(limit)),
    onState(listener: Listener) {
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
      first.resolve()
      // Waits until the commands sent before have been processed.
      if (isUp) await within(connectMs, client.quit()).catch(() => {})
      isUp = false
    },
  }
}

/** A cluster may name a primary that has failed. */
async function respond(client: Commands): Promise<unknown> {
  return 'nodes' in client ? Promise.all(client.nodes('master').map((node) => node.ping())) : client.ping()
}

/** What ioredis calls an invalid reply. */
function sentinelProblem(error: Error, primary: string): Error {
  return error.message.endsWith('invalid reply: null')
    ? new Error(`the Sentinels have no primary ${primary}`)
    : error
}

/** Rejects where `work` takes longer. A response that arrived while this process was busy counts as in time. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error(`no response within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(onTimeout), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
