// How many calls of the origin run at once: in all, of one kind, and for one client; the others wait in line.
import type { OriginCall } from '../base/origin.ts'
import { originError } from './origin-error.ts'

/** `client`: the visitor's network; undefined for work of this server's own and visitors that cannot be told apart. */
export type Source = { call: OriginCall; client: string | undefined }

type Options = {
  connections: number
  /** Most calls of one client that wait. */
  maxWaiting?: number
}
type Waiter = { source: Source; start: () => void }

const waitingPerConnection = 8
/** A call that hangs must dequeue room for the others, and so must a client. */
const callShare = 1 / 2
const clientShare = 1 / 4

export function createLimiter({ connections, maxWaiting = waitingPerConnection * connections }: Options) {
  const maxOfCall = Math.ceil(connections * callShare)
  const maxOfClient = Math.ceil(connections * clientShare)
  const ofCall = createTally()
  const ofClient = createTally()
  const waitingOfClient = createTally()
  const waiting = new Set<Waiter>()
  let running = 0

  const hasRoom = ({ call, client }: Source) =>
    running < connections &&
    ofCall.get(call) < maxOfCall &&
    (client === undefined || ofClient.get(client) < maxOfClient)

  const count = ({ call, client }: Source, by: 1 | -1) => {
    running += by
    ofCall.add(call, by)
    ofClient.add(client, by)
  }

  /** The one whose client has the fewest calls running, the oldest of these first. */
  const nextWaiter = (): Waiter | undefined => {
    let best: Waiter | undefined
    for (const waiter of waiting) {
      if (!hasRoom(waiter.source)) continue
      if (!best || ofClient.get(waiter.source.client) < ofClient.get(best.source.client)) best = waiter
    }
    return best
  }

  const begin = (source: Source) => {
    count(source, 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      count(source, -1)
      for (let next = nextWaiter(); next; next = nextWaiter()) next.start()
    }
  }

  const wait = (source: Source, signal: AbortSignal): Promise<() => void> => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const dequeue = () => {
      waiting.delete(waiter)
      waitingOfClient.add(source.client, -1)
      signal.removeEventListener('abort', onAbort)
    }
    const onAbort = () => {
      dequeue()
      reject(originError('overload', signal.reason))
    }
    const start = () => {
      dequeue()
      resolve(begin(source))
    }
    const waiter: Waiter = { source, start }
    waiting.add(waiter)
    waitingOfClient.add(source.client, 1)
    signal.addEventListener('abort', onAbort)
    return promise
  }

  return {
    /** Resolves with what ends the call, to be called when it is over; rejects with OriginError `overload`. */
    async enter(source: Source, signal: AbortSignal): Promise<() => void> {
      if (hasRoom(source)) return begin(source)
      if (waitingOfClient.get(source.client) >= maxWaiting)
        throw originError('overload', new Error(`${maxWaiting} calls of this client wait`))
      return wait(source, signal)
    },
  }
}

/** Counts by name; names without a count take no memory. */
function createTally() {
  const counts = new Map<string | undefined, number>()
  return {
    get: (name: string | undefined) => counts.get(name) ?? 0,
    add(name: string | undefined, by: number) {
      const count = (counts.get(name) ?? 0) + by
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}
