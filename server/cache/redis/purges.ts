// Purges that reach every server: those that listen at once, those that were away when they are back.
import type { Redis } from 'ioredis'
import type { PurgeMode, PurgeTarget } from '../../ops/purge.ts'
import type { PurgeListener } from '../store.ts'
import type { createRedisBlobs } from './blobs.ts'
import { evaluate } from './client.ts'
import type { RedisConnection } from './connection.ts'
import { newName, pathOf, type RedisKeys } from './keys.ts'
import { purgeAllScript, purgeLogLength, purgeScript } from './scripts.ts'

/** What has a set of the keys it may mean. */
type MemberTarget = Exclude<PurgeTarget, { kind: 'all' }>

type Options = {
  connection: RedisConnection
  keys: RedisKeys
  /** This server's name among the others. */
  serverId: string
  blobs: ReturnType<typeof createRedisBlobs>
  deadlineMs: number
  /** Purges of the others before this moment are no news here, in milliseconds since 1970. */
  since: number
  now: () => number
}

/** More than this lie between two clocks only where one is wrong. */
const clockSkewMs = 60_000
const maxUnsent = 1000
const everything: PurgeTarget = { kind: 'all' }

export function createRedisPurges({ connection, keys, serverId, blobs, deadlineMs, since, now }: Options) {
  const listeners = new Set<PurgeListener>()
  let lastId = `${Math.max(0, since - clockSkewMs)}-0`
  /** What the others could not be received yet. */
  let unsent: Purge[] = []
  let count = 0

  const notify = ({ target, mode }: Purge) => {
    for (const listener of listeners) listener(target, mode)
  }

  const send = async (client: Redis, { target, mode }: Purge): Promise<number> => {
    const message = purgeText({ from: serverId, target, mode })
    if (target.kind === 'all') {
      const values = [mode, newName(), newName(), Math.round(now()), keys.purgeChannel, message]
      await evaluate(client, purgeAllScript, [keys.epoch, keys.purgeLog], values)
      await blobs.renewEpoch(client)
      return 0
    }
    const met = await sendMembers(client, target, mode, message)
    if (met >= 0) return met
    await blobs.renewEpoch(client)
    return Math.max(0, await sendMembers(client, target, mode, message))
  }

  const sendMembers = async (client: Redis, target: MemberTarget, mode: PurgeMode, message: string) => {
    const { hard } = blobs.epoch()
    const at = Buffer.alloc(8)
    at.writeDoubleBE(now())
    const set = keys.tag(hard, setOf(target))
    const prefix = target.kind === 'key' ? target.prefix : ''
    const values = [hard, mode, at, prefix, keys.blobs(hard), keys.purgeChannel, message]
    return Number(await evaluate(client, purgeScript, [keys.epoch, set, keys.purgeLog], values))
  }

  /** How many keys it met in Redis. Kept for later while Redis is away. */
  const purge = async (target: PurgeTarget, mode: PurgeMode): Promise<number> => {
    const met = await connection.run(deadlineMs, -1, (client) => send(client, { target, mode }))
    if (met >= 0) return met
    unsent = bounded([...unsent, { target, mode }])
    return 0
  }

  const receive = (text: string) => {
    const received = readPurge(text)
    if (!received) return
    count++
    if (received.from !== serverId) notify(received)
  }

  return {
    /** Moves with every purge, own ones too: what was read from Redis before may be purged by now. */
    count: () => count,
    onPurge: (listener: PurgeListener) => void listeners.add(listener),

    purge,

    receive(message: string) {
      const [id, text] = split(message)
      // What comes before this server has caught up does not make the older ones known.
      if (connection.isOpen() && isLater(id, lastId)) lastId = id
      receive(text)
    },

    /** On a new connection: hears what was said meanwhile, then says what could not be said. */
    async catchUp(client: Redis): Promise<void> {
      const before = lastId
      const missed = await client.xrange(keys.purgeLog, before, '+')
      for (const [id, [, text = '']] of missed) if (id !== before) receive(text)
      lastId = missed.at(-1)?.[0] ?? before
      const mayHaveLost = missed.length >= purgeLogLength && missed[0]?.[0] !== before
      if (mayHaveLost) notify({ target: everything, mode: 'soft' })
      for (let [purge] = unsent; purge; [purge] = unsent) {
        const sent = purge
        await send(client, sent)
        unsent = unsent.filter((other) => other !== sent)
      }
    },

    /** What came between the last of those and the opening. */
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

/** Too many of them become one of everything. */
function bounded(purges: Purge[]): Purge[] {
  if (purges.length <= maxUnsent) return purges
  const isHard = purges.some(({ mode }) => mode === 'hard')
  return [{ target: everything, mode: isHard ? 'hard' : 'soft' }]
}

type Purge = { target: PurgeTarget; mode: PurgeMode }
type PurgeMessage = Purge & { from: string }

function purgeText({ from, target, mode }: PurgeMessage): string {
  return JSON.stringify({ from, target, mode })
}

/** What comes over the channel: an id in the log, and the text. */
function split(message: string): [id: string, text: string] {
  const end = message.indexOf(' ')
  return [message.slice(0, end), message.slice(end + 1)]
}

/** Ids in the log are `milliseconds-number`. */
function isLater(a: string, b: string): boolean {
  const [[time, number] = [], [otherTime, otherNumber] = []] = [a, b].map((id) => id.split('-').map(Number))
  return time === otherTime ? (number ?? 0) > (otherNumber ?? 0) : (time ?? 0) > (otherTime ?? 0)
}

function readPurge(text: string): PurgeMessage | undefined {
  try {
    const { from, target, mode } = JSON.parse(text) as { from: unknown; target: PurgeTarget; mode: unknown }
    const isTarget =
      target.kind === 'all' ||
      (target.kind === 'tag' && typeof target.tag === 'string') ||
      (target.kind === 'key' && typeof target.prefix === 'string')
    if (!isTarget || (mode !== 'soft' && mode !== 'hard')) return undefined
    return { from: String(from), target, mode }
  } catch {
    return undefined
  }
}
