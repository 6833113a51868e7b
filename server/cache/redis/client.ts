// Redis client for cache and forms: every command has a deadline, and the library reconnects after a pause.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

export type RedisClient = {
  /** Rejects where there is no connection or no response in time; the message holds no data and no password. */
  run: <T>(ms: number, work: (client: Redis) => Promise<T>) => Promise<T>
  isUp: () => boolean
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>
  close: () => Promise<void>
}

type Options = {
  url: string
  /** Connection name, as in `CLIENT LIST`. */
  name: string
  /** Time limit of one attempt, `prepare` included. */
  connectMs: number
  heartbeatMs: number
  /** Pause before the next attempt. */
  pauseMs: () => number
  /** Subscribed on a second connection: a connection in subscriber mode accepts no other commands. */
  channels?: string[]
  onMessage?: (channel: string, message: string) => void
  /** Runs on a new connection before it is used; where it rejects, the connection is closed. */
  prepare: (client: Redis) => Promise<void>
  onUp: () => void
  /** Called for each attempt that fails and each connection that breaks. */
  onDown: (reason: string) => void
}

/** Imports ioredis on first use, so that servers without Redis do not load it. */
export async function createRedisClient(options: Options): Promise<RedisClient> {
  const { url, connectMs, channels = [], onMessage = () => {}, prepare, onUp, onDown } = options
  // A bundled CommonJS package has a default export only.
  const { Redis } = (await import('ioredis')).default
  const first = Promise.withResolvers<void>()
  let problem: Error | undefined
  let attempt: NodeJS.Timeout | undefined
  let connection = 0
  let [isUp, isClosed] = [false, false]

  const down = () => {
    isUp = false
    clearTimeout(attempt)
    attempt = undefined
    if (!isClosed) onDown(reasonOf(problem ?? new Error('the connection was closed'), url))
    first.resolve()
  }
  const commands = new Redis(url, {
    ...clientOptions,
    connectionName: options.name,
    connectTimeout: connectMs,
    retryStrategy: () => {
      down()
      return options.pauseMs()
    },
  })
  const subscriber = channels.length > 0 ? commands.duplicate() : undefined
  const both = subscriber ? [commands, subscriber] : [commands]

  /** Closes the connections that were in use as number `failed`; the library opens new ones. */
  const disconnect = (error: unknown, failed: number) => {
    if (isClosed || failed !== connection) return
    connection++
    problem ??= error as Error
    down()
    for (const client of both) client.disconnect(true)
  }

  const startAttempt = () => {
    const failed = connection
    attempt ??= setTimeout(() => {
      setImmediate(() => isUp || disconnect(new Error(`no response within ${connectMs} ms`), failed))
    }, connectMs)
  }

  const open = async () => {
    if (isUp || both.some(({ status }) => status !== 'ready')) return
    const opening = ++connection
    try {
      await subscriber?.subscribe(...channels)
      await prepare(commands)
    } catch (error) {
      return disconnect(error, opening)
    }
    if (isClosed || opening !== connection || both.some(({ status }) => status !== 'ready')) return
    clearTimeout(attempt)
    attempt = undefined
    problem = undefined
    isUp = true
    onUp()
    first.resolve()
  }

  for (const client of both) {
    client.on('error', (error: Error) => {
      problem ??= error
    })
    client.on('connecting', startAttempt)
    client.on('ready', () => void open())
  }
  subscriber?.on('message', onMessage)
  for (const client of both) client.connect().catch(() => {})

  const run: RedisClient['run'] = async (ms, work) => {
    if (!isUp) throw new Error('no connection to Redis')
    const current = connection
    return within(ms, work(commands)).catch((error) => {
      const reason = reasonOf(error, url)
      // A Redis that is out of memory can still be read.
      if (!reason.startsWith('OOM')) disconnect(error, current)
      throw new Error(reason)
    })
  }

  // A server whose hits all come from memory sends no commands, and would not notice a lost subscription to purges.
  const heartbeat = setInterval(() => {
    const current = connection
    if (isUp)
      within(connectMs, Promise.all(both.map((one) => one.ping()))).catch((e) => disconnect(e, current))
  }, options.heartbeatMs)
  heartbeat.unref()

  return {
    run,
    isUp: () => isUp,
    ready: first.promise,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(attempt)
      // Waits until the commands sent before have been processed.
      if (isUp) await within(connectMs, commands.ping()).catch(() => {})
      isUp = false
      for (const client of both) client.disconnect()
    },
  }
}

/** No command waits for a reconnection or is sent twice: the caller has a fallback. */
const clientOptions = {
  lazyConnect: true,
  disableClientInfo: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  // A Redis that is loading its data rejects the first write of `prepare`.
  enableReadyCheck: false,
  // A hanging connection is closed at once.
  disconnectTimeout: 1,
}

/** Rejects where `work` takes longer. A response that arrived while this process was busy counts as in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error(`no response within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(onTimeout), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** `host:port`, or undefined; without the password. */
export function addressOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

const maxReasonLength = 200

/** Truncated, without the password; a Redis error contains its command, AUTH included. */
function reasonOf(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string }
  const { password } = new URL(url)
  return [url, password, unescape(password)]
    .filter(Boolean)
    .reduce((left, secret) => left.replaceAll(secret, '***'), message || code || 'unknown')
    .slice(0, maxReasonLength)
}

export type Script = { lua: string; sha: string }

export async function evaluate(
  client: Redis,
  { lua, sha }: Script,
  keys: string[],
  values: (string | number | Buffer)[],
): Promise<unknown> {
  const found = client.evalsha(sha, keys.length, ...keys, ...values)
  return found.catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return client.eval(lua, keys.length, ...keys, ...values)
  })
}

export function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}
