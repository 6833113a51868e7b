// Shared store in Redis or Valkey, used by several servers: entries, and one capped stream of purges that every server follows and
// applies to what it reads. While Redis is away it behaves as an empty store.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isRecord } from '../../../shared/is-record.ts'
import { recordIn } from '../../base/json.ts'
import { type PurgeTarget, purgeModes } from '../../ops/purge.ts'
import { decode, encode } from '../codec.ts'
import { type Entry, markPurged, matches, type Purge, unpooled } from '../entry.ts'
import { remainingUse } from '../semantics/reuse.ts'
import type { Commands, RedisClient } from './client.ts'

export type SharedStore = ReturnType<typeof createSharedStore>

type SharedStoreOptions = {
  redis: RedisClient
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now: () => number
  /** True with a connection and free memory; called on changes only. */
  onState: (isUp: boolean) => void
  /** When the memory store was saved, in milliseconds since 1970: it gets the purges since then. */
  savedAt: number
  /** Of the content that this server serves. Servers with another one have entries of their own. */
  version: string | undefined
}

/** `lastPurge`: the id of the last purge that its writer knew before it was fetched. */
type Stored = { entry: Entry; lastPurge: string }
type StreamRow = [id: string, fields: string[]]

/** A hash tag: all keys are in one slot of a cluster. */
const root = '{site-cache:3}'
const purgesKey = `${root}:purges`
const mostPurges = 1000
const everything: PurgeTarget = { kind: 'all' }
const commandMs = 1000
const pollMs = 250
const maxLifetimeMs = 30 * 24 * 3_600_000
/** Tolerated difference between the clocks of two servers. */
const clockSkewMs = 60_000

export function createSharedStore(options: SharedStoreOptions) {
  const { redis, log, now, onState, savedAt } = options
  const serverId = randomUUID()
  let { version = '-' } = options
  const keyOf = (key: string) => `${root}:${version}:${key}`
  let onPurge: (purge: Purge) => void = () => {}
  /** Those in the stream, the latest last. */
  let purges: (Purge & { id: string })[] = []
  let lastPurge = `${Math.max(0, savedAt - clockSkewMs)}-0`
  let unsent: Purge[] = []
  let [isReady, isFull, wasUp] = [false, false, false]

  const setState = (next: { isReady?: boolean; isFull?: boolean }) => {
    if (next.isFull === true && !isFull)
      log.warn(redis.about, 'redis is out of memory: no new entries are stored in it')
    if (next.isFull === false && isFull) log.info(redis.about, 'redis has free memory again')
    isReady = next.isReady ?? isReady
    isFull = next.isFull ?? isFull
    const isUp = isReady && !isFull
    if (isUp !== wasUp) onState(isUp)
    wasUp = isUp
  }
  /** Never rejects: undefined where Redis is away. */
  const run = <T>(work: (client: Commands) => Promise<T>): Promise<T | undefined> =>
    redis.run(commandMs, work).catch((error: Error) => {
      if (error.message.startsWith('OOM')) setState({ isFull: true })
      return undefined
    })

  const receive = (rows: StreamRow[]) => {
    for (const [id, [, text = '']] of rows) {
      const purge = readPurge(text)
      if (!isAfter(id, lastPurge)) continue
      lastPurge = id
      if (!purge) continue
      purges = [...purges.slice(1 - mostPurges), { ...purge, id }]
      if (purge.from !== serverId) onPurge(purge)
    }
  }
  const receiveNew = async (client: Commands) => receive(await client.xrange(purgesKey, lastPurge, '+'))
  const send = async (client: Commands, purge: Purge) => {
    const text = JSON.stringify({ ...purge, from: serverId })
    await client.xadd(purgesKey, 'MAXLEN', mostPurges, '*', 'purge', text)
    await receiveNew(client)
    unsent = unsent.filter((one) => one !== purge)
  }
  const poll = async (client: Commands) => {
    await receiveNew(client)
    for (const purge of unsent) await send(client, purge)
  }
  const prepare = async (client: Commands) => {
    // A write that changes nothing: rejects where Redis accepts none.
    await client.unlink(`${root}:none`)
    const rows = await client.xrange(purgesKey, '-', '+')
    const [[oldest] = ['0-0']] = rows
    // Purges that this server does not know may have left the stream.
    if (rows.length >= mostPurges && isAfter(oldest, lastPurge)) onPurge({ target: everything, mode: 'soft' })
    purges = rows.flatMap(([id, [, text = '']]) => {
      const purge = isAfter(id, lastPurge) ? undefined : readPurge(text)
      return purge ? [{ ...purge, id }] : []
    })
    receive(rows)
    // The stream may be a new one, of a Redis whose clock is behind.
    lastPurge = rows.at(-1)?.[0] ?? '0-0'
    isReady = true
    await poll(client)
  }
  const start = async () => {
    await run(prepare)
    setState({ isReady: isReady && redis.isUp() })
  }

  /** With the purges since it was written; undefined where one of them deletes it, or may have left the stream. */
  const current = ({ entry, lastPurge: known }: Stored): Entry | undefined => {
    const [oldest] = purges
    if (oldest && purges.length >= mostPurges && isAfter(oldest.id, known)) return undefined
    const later = [...purges.filter(({ id }) => isAfter(id, known)), ...unsent].filter((one) =>
      matches(one, entry),
    )
    for (const { mode } of later) {
      if (mode === 'hard') return undefined
      markPurged(entry, mode, now())
    }
    return entry
  }

  const stop = redis.onState((isUp) => (isUp ? start() : setState({ isReady: false })))
  const timer = setInterval(() => isReady && void run(poll), pollMs).unref()

  return {
    /** Resolves when it is used, or after the first failure. */
    ready: redis.isUp() ? start() : redis.ready,
    /** To be taken before a fetch, see `set`. */
    lastPurge: () => lastPurge,
    async get(key: string): Promise<Entry | undefined> {
      if (!isReady) return undefined
      const value = await run(async (client) => {
        const pipeline = client.pipeline().xrange(purgesKey, lastPurge, '+').getBuffer(keyOf(key))
        const [[error, rows] = [], [, bytes] = []] = (await pipeline.exec()) ?? []
        if (error) throw error
        receive(rows as StreamRow[])
        return bytes
      })
      // Its checksum shows that `set` has written it.
      const stored = Buffer.isBuffer(value) ? (decode(value) as Stored | undefined) : undefined
      if (stored?.entry.key !== key) return undefined
      return current({
        ...stored,
        entry: { ...stored.entry, body: unpooled(Buffer.from(stored.entry.body)) },
      })
    },
    /** `since`: the value of `lastPurge` before it was fetched. */
    async set({ encoded: _, ...entry }: Entry, since = '0-0'): Promise<void> {
      const ms = Math.min(Math.ceil(remainingUse(entry, now())), maxLifetimeMs)
      if (!isReady || ms <= 0) return
      const value = encode({ entry, lastPurge: since } satisfies Stored)
      if (await run((client) => client.set(keyOf(entry.key), value, 'PX', ms))) setState({ isFull: false })
    },
    /** Sent when Redis is there again, where it is away. */
    async purge(purge: Purge): Promise<void> {
      unsent = bounded([...unsent, purge])
      if (isReady) await run((client) => send(client, purge))
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

/** Too many purges are replaced by a purge of everything. */
function bounded(unsent: Purge[]): Purge[] {
  if (unsent.length <= mostPurges) return unsent
  const mode = purgeModes.findLast((one) => unsent.some((purge) => purge.mode === one)) ?? 'soft'
  return [{ target: everything, mode }]
}

function readPurge(text: string): (Purge & { from: unknown }) | undefined {
  const { target, mode: given, from } = recordIn(text)
  const mode = purgeModes.find((one) => one === given)
  if (!mode || !isRecord(target)) return undefined
  const { kind, tag, prefix } = target
  if (kind === 'all') return { target: { kind }, mode, from }
  if (kind === 'tag' && typeof tag === 'string') return { target: { kind, tag }, mode, from }
  return kind === 'key' && typeof prefix === 'string' ? { target: { kind, prefix }, mode, from } : undefined
}

/** Ids of a stream are milliseconds and a number. */
function isAfter(id: string, other: string): boolean {
  const [ms = 0, number = 0] = id.split('-').map(Number)
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number)
  return ms > otherMs || (ms === otherMs && number > otherNumber)
}
