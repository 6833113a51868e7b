// Concurrency limiter of origin calls: in total, for each call and for each client; further calls wait in a queue.
import type { OriginCall } from '../base/origin.ts'
import { originError } from '../base/origin-error.ts'

/** `client`: the visitor's network; undefined for background work and visitors that cannot be distinguished. */
type CallSource = { call: OriginCall; client: string | undefined }

type LimiterOptions = {
  connections: number
  /** Maximum number of waiting calls of one client. */
  maxWaiting?: number
  /** Maximum number of waiting calls of all clients. */
  maxWaitingOfAll?: number
  /** Maximum number of running calls with one name, and of one client. */
  maxOfCall?: number
  maxOfClient?: number
}
type Waiter = { source: CallSource; start: () => void }

const waitingPerConnection = 8
/** Shares of the connections, so that one hanging call or one client cannot use all of them. */
const callShare = 1 / 2
const clientShare = 1 / 4

export function createLimiter(options: LimiterOptions) {
  const running = createRunning(options)
  const queue = createQueue(options, running)

  const begin = (source: CallSource) => {
    running.count(source, 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running.count(source, -1)
      for (let next = queue.next(); next; next = queue.next()) next.start()
    }
  }

  return {
    /** Resolves with a release function; rejects with OriginError `overload`, or the reason of a signal that was aborted before. */
    async enter(source: CallSource, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (running.hasRoom(source)) return begin(source)
      return queue.wait(source, signal, () => begin(source))
    },
  }
}

/** Calls that wait for others to end. */
function createQueue(options: LimiterOptions, { hasRoom, isBefore }: ReturnType<typeof createRunning>) {
  const { connections, maxWaiting = waitingPerConnection * connections } = options
  const { maxWaitingOfAll = Number.POSITIVE_INFINITY } = options
  const waitingOfClient = createTally()
  const waiting = new Set<Waiter>()

  return {
    /** The waiter whose client has the fewest running calls; of these the first. */
    next(): Waiter | undefined {
      let best: Waiter | undefined
      for (const waiter of waiting) {
        if (!hasRoom(waiter.source)) continue
        if (!best || isBefore(waiter.source, best.source)) best = waiter
      }
      return best
    },
    /** Resolves with the result of `begin`, which is called when the waiter is started. */
    wait<T>(source: CallSource, signal: AbortSignal, begin: () => T): Promise<T> {
      if (waitingOfClient.get(source.client) >= maxWaiting)
        throw originError('overload', new Error(`${maxWaiting} calls of this client are waiting`))
      if (waiting.size >= maxWaitingOfAll)
        throw originError('overload', new Error(`${maxWaitingOfAll} calls are waiting`))
      const { promise, resolve, reject } = Promise.withResolvers<T>()
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
        resolve(begin())
      }
      const waiter: Waiter = { source, start }
      waiting.add(waiter)
      waitingOfClient.add(source.client, 1)
      signal.addEventListener('abort', onAbort)
      return promise
    },
  }
}

/** Counts of running calls, and whether one more may start. */
function createRunning(options: LimiterOptions) {
  const { connections } = options
  const { maxOfCall = Math.ceil(connections * callShare) } = options
  const { maxOfClient = Math.ceil(connections * clientShare) } = options
  const ofCall = createTally()
  const ofClient = createTally()
  let running = 0

  const hasRoom = ({ call, client }: CallSource) =>
    running < connections &&
    ofCall.get(call) < maxOfCall &&
    (client === undefined || ofClient.get(client) < maxOfClient)

  const count = ({ call, client }: CallSource, by: 1 | -1) => {
    running += by
    ofCall.add(call, by)
    ofClient.add(client, by)
  }

  const isBefore = (one: CallSource, other: CallSource): boolean =>
    ofClient.get(one.client) < ofClient.get(other.client)

  return { hasRoom, isBefore, count }
}

/** Counts by name; a count of 0 uses no memory. */
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
