// Shared store in Redis or Valkey, used by several servers: entries, and one capped stream of purges that every server follows and
// applies to what it reads. While Redis is away it behaves as an empty store.
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../app-context.ts'
import type { PurgeTarget } from '../ops/purge.ts'
import { decode, encode } from './codec.ts'
import { type Entry, markPurged, matches, type Purge, unpooled } from './entry.ts'
import type { Commands, RedisClient } from './redis-client.ts'
import { clockSkewMs, remainingUse } from './semantics/reuse.ts'

export type SharedStore = ReturnType<typeof createSharedStore>

/** `since`: the id of the last purge that its writer knew before it was fetched. */
type Stored = { entry: Entry; since: string }
type Sent = Purge & { from: string }
type StreamRow = [id: string, fields: string[]]

/** A hash tag: all keys are in one slot of a cluster. */
const root = '{site-cache:3}'
const purgesKey = `${root}:purges`
const mostPurges = 1000
const everything: PurgeTarget = { kind: 'all' }
const pollMs = 250
const maxLifetimeMs = 30 * 24 * 3_600_000

/**
 * `savedAt`: when the memory store was saved, in milliseconds since 1970: it gets the purges since then. `version`: of the content that
 * this server serves. Servers with another one have entries of their own.
 */
export function createSharedStore(
  { telemetry: { log }, time: { now } }: AppContext,
  redis: RedisClient,
  savedAt: number,
  version = '-',
) {
  const serverId = randomUUID()
  const keyOf = (key: string) => `${root}:${version}:${key}`
  let onPurge: (purge: Purge) => void = () => {}
  /** The purges in the stream, the latest last. */
  let purges: (Purge & { id: string })[] = []
  let lastPurge = `${Math.max(0, savedAt - clockSkewMs)}-0`
  let unsent: Purge[] = []
  let flushing: Promise<void> | undefined
  let [isReady, isFull] = [false, false]

  const setState = (nextReady: boolean, nextFull: boolean) => {
    if (nextFull && !isFull) log.warn(redis.about, 'redis is out of memory: no new entries are stored in it')
    if (isFull && !nextFull) log.info(redis.about, 'redis has free memory again')
    isReady = nextReady
    isFull = nextFull
  }
  const failed = (error: Error): undefined => {
    if (error.message.startsWith('OOM')) setState(isReady, true)
  }
  /** Never rejects: undefined where Redis is away. */
  const run = <T>(work: (client: Commands) => Promise<T>): Promise<T | undefined> =>
    redis.run(work).catch(failed)

  /** `applied`: the last purge that the memory store knows. */
  const receive = (rows: StreamRow[], applied = lastPurge) => {
    for (const [id, [, text = '']] of rows) {
      if (!isAfter(id, lastPurge)) continue
      lastPurge = id
      const purge = readPurge(text)
      if (!purge) continue
      purges = [...purges.slice(1 - mostPurges), { ...purge, id }]
      if (purge.from !== serverId && isAfter(id, applied)) onPurge(purge)
    }
  }
  const receiveNew = async (client: Commands) => receive(await client.xrange(purgesKey, lastPurge, '+'))
  const sendAll = async (client: Commands) => {
    for (let [purge] = unsent; purge; [purge] = unsent) {
      const text = encode({ ...purge, from: serverId } satisfies Sent).toString('base64')
      await client.xadd(purgesKey, 'MAXLEN', mostPurges, '*', 'purge', text)
      await receiveNew(client)
      unsent = unsent.filter((one) => one !== purge)
    }
  }
  const flush = (): Promise<void> => {
    flushing ??= run(sendAll).finally(() => {
      flushing = undefined
    })
    return flushing
  }
  const prepare = async (client: Commands) => {
    // A write that changes nothing: rejects where Redis accepts none.
    await client.unlink(`${root}:none`)
    const rows = await client.xrange(purgesKey, '-', '+')
    const applied = lastPurge
    // Purges that this server does not know may have left the stream.
    if (rows.length >= mostPurges && isAfter(rows[0]![0], applied))
      onPurge({ target: everything, mode: 'soft' })
    // From its start: the stream may be a new one, of a Redis whose clock is behind.
    purges = []
    lastPurge = '0-0'
    receive(rows, applied)
    setState(true, isFull)
    await sendAll(client)
  }

  /** With the purges since it was written; undefined where one of them deletes it, or may have left the stream. */
  const current = ({ entry, since }: Stored): Entry | undefined => {
    const [oldest] = purges
    if (oldest && purges.length >= mostPurges && isAfter(oldest.id, since)) return undefined
    for (const purge of [...purges.filter(({ id }) => isAfter(id, since)), ...unsent]) {
      if (!matches(purge, entry)) continue
      if (purge.mode === 'hard') return undefined
      markPurged(entry, purge.mode, now())
    }
    return { ...entry, body: unpooled(Buffer.from(entry.body)) }
  }

  const stop = redis.onState((isUp) => (isUp ? run(prepare) : setState(false, isFull)))
  const poll = () => isReady && void (unsent.length > 0 ? flush() : run(receiveNew))
  const timer = setInterval(poll, pollMs).unref()

  return {
    /** Resolves when it is used, or after the first failure. */
    ready: redis.isUp() ? run(prepare) : undefined,
    /** With a connection and free memory. */
    isUp: () => isReady && !isFull,
    /** To be taken before a fetch, see `set`. */
    lastPurge: () => lastPurge,
    async get(key: string): Promise<Entry | undefined> {
      if (!isReady) return undefined
      // A value of another type is an error of the command, and not of the connection.
      const [[, bytes] = []] = (await run((client) => client.pipeline().getBuffer(keyOf(key)).exec())) ?? []
      // Its checksum shows that `set` has written it.
      const stored = Buffer.isBuffer(bytes) ? (decode(bytes) as Stored | undefined) : undefined
      return stored?.entry.key === key ? current(stored) : undefined
    },
    /** `since`: the value of `lastPurge` before it was fetched. */
    async set({ encoded: _, ...entry }: Entry, since = '0-0'): Promise<void> {
      const ms = Math.min(Math.ceil(remainingUse(entry, now())), maxLifetimeMs)
      if (!isReady || ms <= 0) return
      const value = encode({ entry, since } satisfies Stored)
      const stored = redis.run((client) => client.set(keyOf(entry.key), value, 'PX', ms))
      // In one `then`, so that two replies which arrive together change the state in their order.
      await stored.then(() => setState(isReady, false), failed)
    },
    /** Sent when Redis is there again, where it is away. Too many purges are replaced by a purge of everything. */
    async purge(purge: Purge): Promise<void> {
      unsent = unsent.length < mostPurges ? [...unsent, purge] : [{ target: everything, mode: 'hard' }]
      if (isReady) await flush()
    },
    setVersion(next: string) {
      version = next
    },
    /** Called for the purges of other servers, including those during a lost connection. */
    onPurge(listener: (purge: Purge) => void) {
      onPurge = listener
    },
    close() {
      clearInterval(timer)
      stop()
    },
  }
}

/** Undefined for a row that no server has written: it has no checksum. */
function readPurge(text: string): Sent | undefined {
  return decode(Buffer.from(text, 'base64')) as Sent | undefined
}

/** Ids of a stream are milliseconds and a number. */
function isAfter(id: string, other: string): boolean {
  const [ms = 0, number = 0] = id.split('-').map(Number)
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number)
  return ms > otherMs || (ms === otherMs && number > otherNumber)
}
