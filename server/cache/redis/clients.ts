// Two connections to Redis: one asks, one listens. They live and die together and never reconnect by themselves.
import type { Redis } from 'ioredis'

export type Clients = {
  asking: Redis
  listening: Redis
  /** Rejects with the reason why there is no connection. */
  open: () => Promise<void>
  close: () => void
}

type Options = {
  url: string
  connectMs: number
  channels: string[]
  onMessage: (channel: string, message: string) => void
  /** An open connection broke. */
  onBroken: (error: Error) => void
}

/** Loads the library, which servers without Redis never do. */
export async function createClients({
  url,
  connectMs,
  channels,
  onMessage,
  onBroken,
}: Options): Promise<Clients> {
  // In a bundle a package in CommonJS has no other export.
  const { Redis } = (await import('ioredis')).default
  const options = {
    lazyConnect: true,
    connectTimeout: connectMs,
    connectionName: 'site-cache',
    disableClientInfo: true,
    // Nothing waits for a connection to come back, and nothing is sent twice: the caller does without.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    // A Redis that loads its data refuses the first write that is tried.
    enableReadyCheck: false,
    // What hangs is not waited for.
    disconnectTimeout: 1,
  }
  let problem: Error | undefined
  const both = ['asking', 'listening'].map(() => {
    const client = new Redis(url, options)
    client.on('error', (error: Error) => {
      problem ??= error
      // The library goes on reading what it could not make sense of, and complains about each piece.
      client.stream?.destroy()
    })
    client.on('end', () => onBroken(problem ?? new Error('the connection was closed')))
    return client
  })
  const [asking, listening] = both as [Redis, Redis]
  listening.on('message', onMessage)
  return {
    asking,
    listening,
    async open() {
      try {
        await Promise.all(both.map((client) => client.connect()))
      } catch (error) {
        throw problem ?? error
      }
      await listening.subscribe(...channels)
    },
    close() {
      for (const client of both.splice(0)) client.disconnect()
    },
  }
}

/** `host:port`, or undefined; without the password. */
export function addressOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

/** Short, and never with what the URL keeps secret; a Redis error carries its command, AUTH too. */
export function reasonOf(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string }
  const text = message || code || 'unknown'
  return secretsOf(url)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text)
    .slice(0, longestReason)
}

const longestReason = 200

function secretsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url]
  const { password } = new URL(url)
  return [url, password, unescape(password)].filter(Boolean)
}
