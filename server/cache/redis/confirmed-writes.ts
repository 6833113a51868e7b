// Writes that are confirmed: on the disk of Redis, and on a replica where it can fail over.
import type { RedisClient } from './client.ts'
import type { Commands } from './connections.ts'
import type { Script } from './evaluate.ts'

type Values = (string | number | Buffer)[]

/** Runs a script; rejects where its write is not confirmed within a second, though Redis may have it. */
export type ConfirmedWrite = (script: Script, keys: string[], values: Values) => Promise<unknown>

type Write = { script: Script; keys: string[]; values: Values }
type Waiting = Write & Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>

const waitMs = 1000
/** WAITAOF and WAIT wait one after the other. */
const limitMs = 2 * waitMs + 1300

/** All keys are in one slot of a cluster. With `appendfsync everysec`, writes of one second are confirmed together. */
export function createConfirmedWrites(redis: RedisClient): ConfirmedWrite {
  let waiting: Waiting[] = []
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const writes = waiting
      waiting = []
      await confirm(redis, writes).then(
        (results) => writes.forEach(({ resolve }, at) => resolve(results[at])),
        (error) => writes.forEach(({ reject }) => reject(error)),
      )
    }
    isRunning = false
  }

  return (script, keys, values) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.push({ script, keys, values, resolve, reject })
    if (!isRunning) void runAll()
    return promise
  }
}

async function confirm(redis: RedisClient, writes: Write[]): Promise<unknown[]> {
  const { results, isOnDisk, copies } = await redis.runApart(limitMs, (client) => send(client, redis, writes))
  if (!isOnDisk) throw new Error(`not synced to the disk of Redis within ${waitMs} ms`)
  if (redis.canFailOver && copies === 0)
    throw new Error(`not copied to a replica of Redis within ${waitMs} ms`)
  return results
}

/** One pipeline: WAIT and WAITAOF are about the writes before them on their own connection. */
async function send(client: Commands, { canFailOver }: RedisClient, writes: Write[]) {
  const pipeline = client.pipeline()
  for (const { script, keys, values } of writes) pipeline.eval(script.lua, keys.length, ...keys, ...values)
  pipeline.call('WAITAOF', '1', '0', String(waitMs))
  if (canFailOver) pipeline.call('WAIT', '1', String(waitMs))
  const replies = (await pipeline.exec()) ?? []
  const results = replies.slice(0, writes.length).map(resultOf)
  const [synced, copied] = replies.slice(writes.length)
  const copies = copied ? Number(resultOf(copied)) : 0
  return { results, isOnDisk: !synced || isWritten(synced), copies }
}

type Reply = [error: Error | null, result: unknown]

function resultOf([error, result]: Reply): unknown {
  if (error) throw error
  return result
}

/** True as well for a Redis before 7.2, which has no WAITAOF, and for one without an append-only file. */
function isWritten([error, result]: Reply): boolean {
  if (error?.message.startsWith('ERR')) return true
  return Number((resultOf([error, result]) as [number, number])[0]) > 0
}
