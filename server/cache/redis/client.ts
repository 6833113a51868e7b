// Redis client for cache and forms: every command has a deadline; after a failure the primary is looked for again.
import { createHash } from 'node:crypto'
import type { Redis, RedisOptions } from 'ioredis'
import { type RedisHost, type RedisLogin, readRedisUrl } from '../../config/redis-url.ts'
import { checkPrimary, findPrimary } from './primary.ts'

export type RedisClient = {
  /** Rejects where there is no connection or no response in time; the message holds no data and no password. */
  run: <T>(ms: number, work: (client: Redis) => Promise<T>) => Promise<T>
  isUp: () => boolean
  /** Resolves after the first attempt to connect, successful or not. */
  ready: Promise<void>
  close: () => Promise<void>
}

type Options = {
  /** As REDIS_URL. */
  url: string
  /** Any key of the client; all of them have one hash tag, so that a cluster has them in one slot. */
  key: string
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

/** Connections of one attempt, which are used until the first of them fails. */
type Link = {
  /** Rejects with the reason. `isDiscovery`: a connection that only helps to find the primary. */
  open: (options: ConnectionOptions, isDiscovery?: boolean) => Promise<Redis>
  /** The connections in use. */
  used: Redis[]
  isClosed: () => boolean
  close: () => void
}

type ConnectionOptions = RedisHost &
  RedisLogin &
  Pick<RedisOptions, 'db' | 'tls' | 'connectionName' | 'connectTimeout'>

/** Imports ioredis on first use, so that servers without Redis do not load it. */
export async function createRedisClient(options: Options): Promise<RedisClient> {
  const { url, connectMs, channels = [], onMessage = () => {}, prepare, onUp, onDown } = options
  const target = readRedisUrl(url)
  // A bundled CommonJS package has a default export only.
  const { Redis } = (await import('ioredis')).default
  const first = Promise.withResolvers<void>()
  let link: Link | undefined
  let pause: NodeJS.Timeout | undefined
  let [isUp, isClosed] = [false, false]

  const reasonOf = (error: unknown) => reasonWithout(error, target.secrets)

  /** Closes all connections of a link, once; the next attempt opens new ones. */
  const lose = (lost: Link, error: unknown) => {
    if (lost.isClosed()) return
    lost.close()
    isUp = false
    if (isClosed) return
    onDown(reasonOf(error))
    first.resolve()
    pause = setTimeout(() => void attempt(), options.pauseMs())
  }

  const attempt = async () => {
    const opening: Link = createLink(Redis, (error) => lose(opening, error))
    link = opening
    try {
      await within(connectMs, connect(opening))
    } catch (error) {
      return lose(opening, error)
    }
    if (opening.isClosed()) return
    isUp = true
    onUp()
    first.resolve()
  }

  const connect = async (opening: Link) => {
    const { tls, login, sentinelLogin, database, kind } = target
    const secure = { ...(tls && { tls: {} }), connectionName: options.name, connectTimeout: connectMs }
    const asked = kind === 'sentinel' ? sentinelLogin : login
    const host = await findPrimary({
      ...{ target, key: options.key },
      connect: (host) => opening.open({ ...secure, ...host, ...asked }, true),
    })
    const open = () => opening.open({ ...secure, ...host, ...login, db: database })
    const [commands, subscriber] = await Promise.all([open(), channels.length > 0 ? open() : undefined])
    await checkPrimary(commands, target, options.key)
    subscriber?.on('message', onMessage)
    await subscriber?.subscribe(...channels)
    await prepare(commands)
  }

  const run: RedisClient['run'] = async (ms, work) => {
    const current = link
    const [commands] = current?.used ?? []
    if (!isUp || !current || !commands) throw new Error('no connection to Redis')
    return within(ms, work(commands)).catch((error) => {
      const reason = reasonOf(error)
      // A Redis that is out of memory can still be read. After any other error, READONLY and MOVED included, the primary
      // is looked for again.
      if (!reason.startsWith('OOM')) lose(current, error)
      throw new Error(reason)
    })
  }

  // A server whose hits all come from memory sends no commands, and would not notice a lost subscription to purges.
  const heartbeat = setInterval(() => {
    const current = link
    if (!isUp || !current) return
    within(connectMs, Promise.all(current.used.map((one) => one.ping()))).catch((e) => lose(current, e))
  }, options.heartbeatMs)
  heartbeat.unref()
  void attempt()

  return {
    run,
    isUp: () => isUp,
    ready: first.promise,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(pause)
      // Waits until the commands sent before have been processed.
      if (isUp) await within(connectMs, link!.used[0]!.ping()).catch(() => {})
      isUp = false
      link?.close()
      first.resolve()
    },
  }
}

function createLink(Client: typeof Redis, onBroken: (error: Error) => void): Link {
  const all: Redis[] = []
  const used: Redis[] = []
  let isClosed = false
  return {
    used,
    isClosed: () => isClosed,
    async open({ username, password, ...options }, isDiscovery = false) {
      if (isClosed) throw new Error('the connection was closed')
      const login = { username: username || undefined, password: password || undefined }
      const client = new Client({ ...clientOptions, ...options, ...login })
      all.push(client)
      let problem: Error | undefined
      client.on('error', (error: Error) => {
        problem ??= error
      })
      if (!isDiscovery) {
        used.push(client)
        client.once('close', () => onBroken(problem ?? new Error('the connection was closed')))
      }
      await client.connect().catch((error: Error) => {
        throw problem ?? error
      })
      return client
    },
    close() {
      isClosed = true
      for (const client of all) client.disconnect()
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
  // A new attempt opens new connections, perhaps to another server.
  retryStrategy: null,
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

const maxReasonLength = 200

/** Truncated, without passwords; a Redis error contains its command, AUTH included. */
function reasonWithout(error: unknown, secrets: string[]): string {
  const { code, message } = error as { code?: string; message?: string }
  return secrets
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
