// Finds the server that accepts writes: the one named, the primary that Sentinels name, or the primary of a cluster's slot.
import type { Redis } from 'ioredis'
import { hostText, type RedisHost, type RedisTarget } from '../../config/redis-url.ts'

type Options = {
  target: RedisTarget
  /** Any key of the client: all of them are in one slot. */
  key: string
  /** Resolves with an open connection, to a Sentinel or to a node of a cluster. */
  connect: (host: RedisHost) => Promise<Redis>
}

/** Asks all hosts at once, so that one that hangs costs no time; rejects with the first reason. */
export async function findPrimary({ target, key, connect }: Options): Promise<RedisHost> {
  const { kind, hosts, primary } = target
  if (kind === 'single') return hosts[0]!
  const found = new AbortController()
  const ask = async (host: RedisHost) => {
    const client = await connect(host)
    if (found.signal.aborted) client.disconnect()
    // Those that have not responded when another one has are not waited for.
    found.signal.addEventListener('abort', () => client.disconnect())
    return kind === 'sentinel' ? primaryOf(client, primary) : ownerOf(client, key, host)
  }
  try {
    return await Promise.any(hosts.map(ask))
  } catch (error) {
    const [first] = (error as AggregateError).errors as Error[]
    throw new Error(`no primary found: ${first?.message}`)
  } finally {
    found.abort()
  }
}

/** Rejects where the server found is not a primary, or not that of the key, any more. */
export async function checkPrimary(client: Redis, { kind }: RedisTarget, key: string): Promise<void> {
  if (kind === 'single') return
  const [role] = (await client.call('ROLE')) as [string]
  if (role !== 'master') throw new Error(`the Redis server found is no primary: ${role}`)
  // A node that does not own the slot responds MOVED.
  if (kind === 'cluster') await client.exists(key)
}

async function primaryOf(sentinel: Redis, name: string): Promise<RedisHost> {
  const found = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as [string, string] | null
  if (!found) throw new Error(`the Sentinels have no primary ${name}`)
  return { host: found[0], port: Number(found[1]) }
}

type SlotRange = [first: number, last: number, primary: [host: string | null, port: number]]

async function ownerOf(node: Redis, key: string, asked: RedisHost): Promise<RedisHost> {
  const slot = Number(await node.call('CLUSTER', 'KEYSLOT', key))
  const ranges = (await node.call('CLUSTER', 'SLOTS')) as SlotRange[]
  const owner = ranges.find(([first, last]) => first <= slot && slot <= last)?.[2]
  if (!owner) throw new Error(`${hostText(asked)} knows no node for slot ${slot}`)
  const [host, port] = owner
  // Without a host: the address at which the node was asked.
  return { host: host || asked.host, port }
}
