// Purges across servers: published to connected servers, and read from a log after a reconnection.
import { type PurgeMode, type PurgeTarget, purgeModes } from '../../ops/purge.ts'
import type { PurgeListener } from '../store.ts'
import type { createRedisBlobs } from './blobs.ts'
import type { RedisConnection } from './connection.ts'
import type { Commands } from './connections.ts'
import { evaluate } from './evaluate.ts'
import { newName, pathOf, type RedisKeys } from './keys.ts'
import { contentScript, purgeAllScript, purgeLogLength, purgeScript } from './scripts.ts'

/** Targets with a Redis set of the keys they may match. */
type MemberTarget = Exclude<PurgeTarget, { kind: 'all' }>

type Options = {
  connection: RedisConnection
  keys: RedisKeys
  /** Random id, to ignore this server's own messages. */
  serverId: string
  blobs: ReturnType<typeof createRedisBlobs>
  deadlineMs: number
  /** Older purges are not caught up, in milliseconds since 1970. */
  since: number
  /** Of the responses of this server. */
  content: () => string
  now: () => number
}

/** Tolerated difference between the clocks of two servers. */
const clockSkewMs = 60_000
const maxUnsent = 1000
const everything: PurgeTarget = { kind: 'all' }

export function createRedisPurges({
  connection,
  keys,
  serverId,
  blobs,
  deadlineMs,
  since,
  content,
  now,
}: Options) {
  const listeners = new Set<PurgeListener>()
  let lastId = `${Math.max(0, since - clockSkewMs)}-0`
  /** Purges not sent to Redis yet. */
  let unsent: Purge[] = []
  let count = 0

  const notify = ({ target, mode }: Purge) => {
    for (const listener of listeners) listener(target, mode)
  }

  const send = async (client: Commands, { target, mode }: Purge): Promise<number> => {
    const message = purgeText({ from: serverId, target, mode })
    if (target.kind === 'all') {
      const at = mode === 'expire' ? -now() : now()
      const values = [mode, newName(), newName(), Math.round(at), keys.purgeChannel, message]
      await evaluate(client, purgeAllScript, [keys.epoch, keys.purgeLog], [...values, content()])
      await blobs.renewEpoch(client)
      return 0
    }
    const purged = await sendMembers(client, target, mode, message)
    if (purged >= 0) return purged
    await blobs.renewEpoch(client)
    return Math.max(0, await sendMembers(client, target, mode, message))
  }

  const sendMembers = async (client: Commands, target: MemberTarget, mode: PurgeMode, message: string) => {
    const { hard } = blobs.epoch()
    const at = Buffer.alloc(8)
    at.writeDoubleBE(mode === 'expire' ? -now() : now())
    const set = keys.tag(hard, setOf(target))
    const prefix = target.kind === 'key' ? target.prefix : ''
    const values = [hard, mode, at, prefix, keys.blobs(hard), keys.purgeChannel, message]
    return Number(await evaluate(client, purgeScript, [keys.epoch, set, keys.purgeLog], values))
  }

  /** Resolves with the number of keys purged in Redis. Queued while Redis is down. */
  const purge = async (target: PurgeTarget, mode: PurgeMode): Promise<number> => {
    const purged = await connection.run(deadlineMs, -1, (client) => send(client, { target, mode }))
    if (purged >= 0) return purged
    unsent = bounded([...unsent, { target, mode }])
    return 0
  }

  const advance = (id: string) => {
    if (isLater(id, lastId)) lastId = id
  }

  const receive = (text: string) => {
    const received = readPurge(text)
    if (!received) return
    count++
    if (received.from !== serverId) notify(received)
  }

  return {
    /** The number of purges received, own ones included: a read that started before may be outdated. */
    count: () => count,
    onPurge: (listener: PurgeListener) => void listeners.add(listener),

    purge,

    receive(message: string) {
      const [id, text] = split(message)
      // A message received before catching up says nothing about older ones.
      if (connection.isOpen()) advance(id)
      receive(text)
    },

    /** Reads the purges missed, on a new connection or by the subscription, then sends the queued ones. */
    async catchUp(client: Commands): Promise<void> {
      const before = lastId
      const missed = await client.xrange(keys.purgeLog, before, '+')
      for (const [id, [, text = '']] of missed) if (id !== before) receive(text)
      advance(missed.at(-1)?.[0] ?? before)
      const mayHaveLost = missed.length >= purgeLogLength && missed[0]?.[0] !== before
      if (mayHaveLost) notify({ target: everything, mode: 'soft' })
      for (let [purge] = unsent; purge; [purge] = unsent) {
        const sent = purge
        await send(client, sent)
        unsent = unsent.filter((other) => other !== sent)
      }
    },

    /** On a new connection: removes the responses of other content than `known`. */
    async adopt(client: Commands, known: string | undefined): Promise<void> {
      const epoch = await blobs.renewEpoch(client)
      if (epoch.content === content()) return
      if (epoch.content === known) await evaluate(client, contentScript, [keys.epoch], [content()])
      else await send(client, { target: everything, mode: 'hard' })
      await blobs.renewEpoch(client)
    },

    /** The responses that stay are of the present content from now on. */
    async setContent(): Promise<void> {
      await connection.run(deadlineMs, 0, (client) =>
        evaluate(client, contentScript, [keys.epoch], [content()]),
      )
    },

    /** Sends the purges queued while catching up. */
    flush() {
      const left = unsent
      unsent = []
      for (const { target, mode } of left) void purge(target, mode)
    },
  }
}

function setOf(target: MemberTarget): string {
  return target.kind === 'tag' ? target.tag : `path:${pathOf(target.prefix) ?? ''}`
}

/** Too many purges are replaced by a purge of everything. */
function bounded(purges: Purge[]): Purge[] {
  if (purges.length <= maxUnsent) return purges
  const strictest = purgeModes.findLast((one) => purges.some(({ mode }) => mode === one)) ?? 'soft'
  return [{ target: everything, mode: strictest }]
}

type Purge = { target: PurgeTarget; mode: PurgeMode }
type PurgeMessage = Purge & { from: string }

function purgeText({ from, target, mode }: PurgeMessage): string {
  return JSON.stringify({ from, target, mode })
}

/** A channel message: the id of the log entry, a space, the purge as JSON. */
function split(message: string): [id: string, text: string] {
  const end = message.indexOf(' ')
  return [message.slice(0, end), message.slice(end + 1)]
}

/** Stream ids are `milliseconds-number`. */
function isLater(a: string, b: string): boolean {
  const [[time, number] = [], [otherTime, otherNumber] = []] = [a, b].map((id) => id.split('-').map(Number))
  return time === otherTime ? (number ?? 0) > (otherNumber ?? 0) : (time ?? 0) > (otherTime ?? 0)
}

function readPurge(text: string): PurgeMessage | undefined {
  try {
    const { from, target, mode: given } = JSON.parse(text) as PurgeMessage
    const mode = purgeModes.find((one) => one === given)
    const isTarget =
      target.kind === 'all' ||
      (target.kind === 'tag' && typeof target.tag === 'string') ||
      (target.kind === 'key' && typeof target.prefix === 'string')
    if (!isTarget || !mode) return undefined
    return { from: String(from), target, mode }
  } catch {
    return undefined
  }
}
