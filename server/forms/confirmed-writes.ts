// Writes that are confirmed: on the disk of Redis, and on a replica where it can fail over.
import type { Commands, RedisClient } from '../base/redis-client.ts'
import type { Script } from './evaluate.ts'

/**
 * Runs a script; rejects where its write is not confirmed within a second, though Redis may have it. All keys are in one slot of a
 * cluster.
 */
export type ConfirmedWrite = (
  script: Script,
  keys: string[],
  values: (string | number | Buffer)[],
) => Promise<unknown>

type Write = Parameters<ConfirmedWrite>
type Reply = [error: Error | null, result: unknown]

const waitMs = 1000
/** WAITAOF and WAIT wait one after the other. */
const limitMs = 2 * waitMs + 1300

/** Writes that come while others wait are confirmed together: with `appendfsync everysec` each wait may take a second. */
export function createConfirmedWrites(redis: RedisClient): ConfirmedWrite {
  let writes: Write[] = []
  let batch: Promise<unknown[]> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = async () => {
    await last
    const started = writes
    writes = []
    batch = undefined
    return redis.runApart(limitMs, (client) => send(client, started, redis.canFailOver))
  }

  return async (...write) => {
    const at = writes.push(write) - 1
    if (!batch) {
      batch = start()
      last = batch.catch(() => {})
    }
    return (await batch)[at]
  }
}

/**
 * One pipeline: WAIT and WAITAOF are about the writes before them on their own connection. Rejects where one of the writes fails: the
 * primary is perhaps another server.
 */
async function send(client: Commands, writes: Write[], canFailOver: boolean): Promise<unknown[]> {
  const pipeline = client.pipeline()
  for (const [{ lua }, keys, values] of writes) pipeline.eval(lua, keys.length, ...keys, ...values)
  pipeline.call('WAITAOF', '1', '0', String(waitMs))
  if (canFailOver) pipeline.call('WAIT', '1', String(waitMs))
  const replies = (await pipeline.exec()) ?? []
  const results = replies.slice(0, writes.length).map(resultOf)
  const [synced, copied] = replies.slice(writes.length)
  if (!isSynced(synced)) throw new Error(`not synced to the disk of Redis within ${waitMs} ms`)
  if (canFailOver && !(Number(resultOf(copied)) > 0))
    throw new Error(`not copied to a replica of Redis within ${waitMs} ms`)
  return results
}

/** True as well for a Redis before 7.2, which has no WAITAOF, and for one without an append-only file. */
function isSynced(reply: Reply | undefined): boolean {
  if (reply?.[0]?.message.startsWith('ERR')) return true
  return Number((resultOf(reply) as [number, number])[0]) > 0
}

function resultOf([error, result]: Reply = [null, undefined]): unknown {
  if (error) throw error
  return result
}
