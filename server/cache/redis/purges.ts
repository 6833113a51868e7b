// Purges across servers: published to connected servers, and read from a log after a reconnection.
import { randomUUID } from 'node:crypto'
import { type PurgeMode, type PurgeTarget, purgeModes } from '../../ops/purge.ts'
import type { PurgeListener } from '../store.ts'
import type { createRedisBlobs } from './blobs.ts'
import type { Commands } from './client.ts'
import type { RedisConnection } from './connection.ts'
import { evaluate } from './evaluate.ts'
import { newName, pathOf, type RedisKeys } from './keys.ts'
import { contentScript, idOfUnlogged, purgeAllScript, purgeLogLength, purgeScript } from './scripts.ts'

/** Targets with a Redis set of the keys they may match. */
type MemberTarget = Exclude<PurgeTarget, { kind: 'all' }>

type RedisPurgesOptions = {
  connection: RedisConnection
  keys: RedisKeys
  blobs: ReturnType<typeof createRedisBlobs>
  deadlineMs: number
  /** Older purges are not caught up, in milliseconds since 1970. */
  since: number
  /** Version of the content that this server's responses are made from. */
  content: () => string
  now: () => number
}

/** Tolerated difference between the clocks of two servers. */
const clockSkewMs = 60_000
const maxUnsent = 1000
const everything: PurgeTarget = { kind: 'all' }

export function createRedisPurges(options: RedisPurgesOptions) {
  const { connection, keys, blobs, deadlineMs, since, content, now } = options
  const serverId = randomUUID()
  const received = createReceivedPurges(serverId)
  const send = createSend({ keys, blobs, content, now, serverId })
  let lastId = `${Math.max(0, since - clockSkewMs)}-0`
  /** Purges not sent to Redis yet. */
  let unsent: Purge[] = []

  const setContent = (client: Commands) => evaluate(client, contentScript, [keys.epoch], [content()])

  return {
    count: received.count,
    onPurge: received.onPurge,
    receive: received.fromChannel,

    /** Resolves with the number of keys purged in Redis. Queued while Redis is down. */
    async purge(target: PurgeTarget, mode: PurgeMode): Promise<number> {
      const purged = await connection.run(deadlineMs, -1, (client) => send(client, { target, mode }))
      if (purged >= 0) return purged
      unsent = bounded([...unsent, { target, mode }])
      return 0
    },

    /** Reads the purges that the subscription has missed, then sends the queued ones. */
    async catchUp(client: Commands): Promise<void> {
      const before = lastId
      const entries = await client.xrange(keys.purgeLog, before, '+')
      received.fromLog(entries.flatMap(([id, [, text = '']]) => (id === before ? [] : [[id, text]])))
      lastId = entries.at(-1)?.[0] ?? before
      const mayHaveLost = entries.length >= purgeLogLength && entries[0]?.[0] !== before
      if (mayHaveLost) received.notify({ target: everything, mode: 'soft' })
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
      if (epoch.content === known) await setContent(client)
      else await send(client, { target: everything, mode: 'hard' })
      await blobs.renewEpoch(client)
    },

    /** The responses that stay are of the present content from now on. */
    async setContent(): Promise<void> {
      await connection.run(deadlineMs, 0, setContent)
    },
  }
}

/** Each purge is applied once, whether it comes by the subscription, from the log, or from both. */
function createReceivedPurges(serverId: string) {
  const listeners = new Set<PurgeListener>()
  /** Ids of those applied since the last reading of the log, and since the one before it. */
  let [recent, older] = [new Set<string>(), new Set<string>()]
  let count = 0

  const notify = ({ target, mode }: Purge) => {
    for (const listener of listeners) listener(target, mode)
  }
  const apply = (id: string, text: string) => {
    const purge = readPurge(text)
    if (!purge || recent.has(id) || older.has(id)) return
    if (id !== idOfUnlogged) recent.add(id)
    count++
    if (purge.from !== serverId) notify(purge)
  }

  return {
    notify,
    /** The number of purges received, own ones included: a read that started before may be outdated. */
    count: () => count,
    onPurge: (listener: PurgeListener) => void listeners.add(listener),
    /** A message is the id of the log entry, a space, the purge as JSON. */
    fromChannel(message: string) {
      const end = message.indexOf(' ')
      apply(message.slice(0, end), message.slice(end + 1))
    },
    fromLog(entries: [id: string, text: string][]) {
      for (const [id, text] of entries) apply(id, text)
      older = recent
      recent = new Set()
    },
  }
}

type SendOptions = Pick<RedisPurgesOptions, 'keys' | 'blobs' | 'content' | 'now'> & {
  /** Random id, to ignore this server's own messages. */
  serverId: string
}

function createSend({ keys, blobs, content, now, serverId }: SendOptions) {
  const sendMembers = async (client: Commands, target: MemberTarget, mode: PurgeMode, message: string) => {
    const { hard } = blobs.epoch()
    const at = Buffer.alloc(8)
    at.writeDoubleBE(mode === 'expire' ? -now() : now())
    const set = keys.tag(hard, setOf(target))
    const prefix = target.kind === 'key' ? target.prefix : ''
    const values = [hard, mode, at, prefix, keys.blobs(hard), keys.purgeChannel, message]
    return Number(await evaluate(client, purgeScript, [keys.epoch, set, keys.purgeLog], values))
  }

  return async (client: Commands, { target, mode }: Purge): Promise<number> => {
    const message = JSON.stringify({ from: serverId, target, mode } satisfies PurgeMessage)
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
