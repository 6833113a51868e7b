// A client of Redis for cache and forms: every command has a deadline, and the library reconnects after a pause.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

export type RedisClient = {
  /** Rejects, in words without any content, where there is no connection or no response in time. */
  run: <T>(ms: number, work: (client: Redis) => Promise<T>) => Promise<T>
  isUp: () => boolean
  /** Settles with the first attempt to connect, whatever came of it. */
  ready: Promise<void>
  close: () => Promise<void>
}

type Options = {
  url: string
  /** As `CLIENT LIST` shows it. */
  name: string
  /** For one attempt, until the connection can be used. */
  connectMs: number
  heartbeatMs: number
  /** Until the next attempt. */
  pauseMs: () => number
  /** Heard on a connection of their own: one that listens takes no other commands. */
  channels?: string[]
  onMessage?: (channel: string, message: string) => void
  /** What a new connection has to do before it is used; where it rejects, the connection is closed. */
  prepare: (client: Redis) => Promise<void>
  onUp: () => void
  /** Called for each attempt that fails and each connection that breaks. */
  onDown: (reason: string) => void
}

/** Loads the library, which servers without Redis never do. */
export async function createRedisClient(options: Options): Promise<RedisClient> {
  const { url, connectMs, channels = [], onMessage = () => {}, prepare, onUp, onDown } = options
  // In a bundle a package in CommonJS has no other export.
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
    if (!isUp) throw new Error('there is no connection')
    const current = connection
    return within(ms, work(commands)).catch((error) => {
      const reason = reasonOf(error, url)
      // One that has no memory left can still be read.
      if (!reason.startsWith('OOM')) disconnect(error, current)
      throw new Error(reason)
    })
  }

  // A server whose hits all come from memory asks nothing, and would not notice that it no longer hears of purges.
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
      // What was sent last still gets there.
      if (isUp) await within(connectMs, commands.ping()).catch(() => {})
      isUp = false
      for (const client of both) client.disconnect()
    },
  }
}

/** Nothing waits for a connection to come back, and nothing is sent twice: the caller does without. */
const clientOptions = {
  lazyConnect: true,
  disableClientInfo: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  // A Redis that loads its data refuses the first write that is tried.
  enableReadyCheck: false,
  // What hangs is not waited for.
  disconnectTimeout: 1,
}

/** Rejects where `work` takes longer. A response that came while this process itself was busy is in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no response within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** `host:port`, or undefined; without the password. */
export function addressOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

const maxReasonLength = 200

/** Short, and never with what the URL keeps secret; a Redis error carries its command, AUTH too. */
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
