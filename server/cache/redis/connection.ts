// Redis as something that may be out: every question has a deadline, and after one that failed none is asked for a while.
import type { Redis } from 'ioredis'
import { type Clients, createClients, reasonOf } from './clients.ts'
import { within } from './deadline.ts'
import type { Outage } from './outage.ts'

export type RedisConnection = ReturnType<typeof createRedisConnection>

type Options = {
  url: string
  /** There is no connection. */
  down: Outage
  /** There is one, and no memory left behind it. */
  full: Outage
  connectMs: number
  heartbeatMs: number
  channels: string[]
  onMessage: (channel: string, message: string) => void
  /** What a new connection has to do before it is used; where it rejects, the connection is not used. */
  prepare: (client: Redis) => Promise<void>
  onOpen: () => void
}

type Ask<T> = (client: Redis) => Promise<T>

export function createRedisConnection(options: Options) {
  const { url, down, full, connectMs, heartbeatMs, prepare, onOpen } = options
  let current: Clients | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const drop = (clients: Clients, error: unknown) => {
    clients.close()
    if (current !== clients) return
    current = undefined
    failed(error)
  }

  const failed = (error: unknown) => {
    if (isClosed) return
    down.begin(reasonOf(error, url))
    retry = setTimeout(open, down.pauseMs())
    retry.unref()
  }

  const open = async () => {
    let opening: Clients | undefined
    try {
      const onBroken = (error: Error) => opening && drop(opening, error)
      opening = await createClients({ ...options, onBroken })
      await within(connectMs, prepared(opening))
      if (isClosed) return opening.close()
      current = opening
      down.end()
      onOpen()
    } catch (error) {
      opening?.close()
      failed(error)
    }
  }

  const prepared = async (clients: Clients) => {
    await clients.open()
    await prepare(clients.asking)
  }

  /** Never rejects: `fallback` is the answer where Redis has none in time. */
  const ask = async <T>(ms: number, fallback: T, work: Ask<T>): Promise<T> => {
    const clients = current
    if (!clients) return fallback
    try {
      return await within(ms, work(clients.asking))
    } catch (error) {
      if (isFull(error)) full.begin(reasonOf(error, url))
      else drop(clients, error)
      return fallback
    }
  }

  /** As `ask`, for what takes memory there. */
  const write = async <T>(ms: number, fallback: T, work: Ask<T>): Promise<T> => {
    if (!full.mayTry()) return fallback
    return ask(ms, fallback, async (client) => {
      const answer = await work(client)
      full.end()
      return answer
    })
  }

  // A server whose hits all come from memory asks nothing, and would not notice that it no longer hears of purges.
  const beat = setInterval(() => {
    const clients = current
    if (!clients) return
    const both = Promise.all([clients.asking.ping(), clients.listening.ping()])
    within(connectMs, both).catch((error) => drop(clients, error))
  }, heartbeatMs)
  beat.unref()

  return {
    ask,
    write,
    isOpen: () => current !== undefined,
    /** Settles with the first attempt, whatever came of it. */
    ready: open(),
    async close() {
      isClosed = true
      clearInterval(beat)
      clearTimeout(retry)
      const clients = current
      current = undefined
      // What was sent last still gets there.
      if (clients) await within(connectMs, clients.asking.ping()).catch(() => {})
      clients?.close()
    },
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('OOM')
}
