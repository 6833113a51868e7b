// Numbers of items in Redis: one table (kind, key) -> number for all servers; Redis decides, in one atomic step.
import type { SharedIds } from '../../sources/systems/ids.ts'
import type { IdRow } from '../../sources/systems/local-ids.ts'
import type { RedisClient } from './client.ts'
import { createConfirmedWrites } from './confirmed-writes.ts'
import { evaluate, script } from './evaluate.ts'

/** A hash tag: the script uses all keys, which have to be in one slot of a cluster. */
const root = '{site-ids:1}'
/** Hashes: `kind TAB key` -> number, `kind TAB number` -> key, and kind -> highest number. */
const numbers = `${root}:numbers`
const keys = `${root}:keys`
const highest = `${root}:highest`
/** Exists while the servers propose their numbers again. */
const settling = `${root}:settling`

/**
 * KEYS numbers, keys, highest; ARGV kind, then for each item its key and its wanted number, 0 for none. Returns the numbers.
 */
const allocateScript = script(`
  local kind, found, added = ARGV[1], {}, 0
  local last = tonumber(redis.call('HGET', KEYS[3], kind) or 0)
  for i = 2, #ARGV, 2 do
    local item, number = kind .. '\\t' .. ARGV[i], tonumber(ARGV[i + 1])
    local known = redis.call('HGET', KEYS[1], item)
    if known then number = tonumber(known)
    else
      if number == 0 or redis.call('HEXISTS', KEYS[2], kind .. '\\t' .. string.format('%.0f', number)) == 1 then
        number = last + 1
      end
      local text = string.format('%.0f', number)
      redis.call('HSET', KEYS[1], item, text)
      redis.call('HSET', KEYS[2], kind .. '\\t' .. text, ARGV[i])
      added = added + 1
      if number > last then last = number end
    end
    found[#found + 1] = string.format('%.0f', number)
  end
  if added > 0 then redis.call('HSET', KEYS[3], kind, string.format('%.0f', last)) end
  return found`)

/** KEYS numbers, settling; ARGV milliseconds from when the table is first seen empty. Returns what is left of them. */
const settleScript = script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SET', KEYS[2], '', 'PX', ARGV[1], 'NX') end
  return math.max(redis.call('PTTL', KEYS[2]), 0)`)

const commandMs = 1000
/** Servers connect again within a second or two. */
const settlingMs = 5000
const readMs = 10_000
/** Items of one script: it blocks Redis. */
const atOnce = 500

/** Undefined without Redis. */
export function createSharedIds(redis: RedisClient | undefined): SharedIds | undefined {
  if (!redis) return undefined
  const write = createConfirmedWrites(redis)
  let stop = () => {}

  const allocateSome = async (kind: string, items: { key: string; wanted: number | undefined }[]) => {
    const fields = items.map(({ key }) => `${kind}\t${key}`)
    const known = await redis.run(commandMs, (client) => client.hmget(numbers, ...fields))
    if (!known.includes(null)) return known.map(Number)
    const values = items.flatMap(({ key, wanted = 0 }) => [key, wanted])
    const numbersOfKeys = await write(allocateScript, [numbers, keys, highest], [kind, ...values])
    return (numbersOfKeys as string[]).map(Number)
  }

  return {
    async allocate(kind, items) {
      const allocated: number[] = []
      for (let start = 0; start < items.length; start += atOnce)
        allocated.push(...(await allocateSome(kind, items.slice(start, start + atOnce))))
      return allocated
    },
    keyOf: (kind, number) =>
      redis.run(commandMs, async (client) => (await client.hget(keys, `${kind}\t${number}`)) ?? undefined),
    rows: async () => {
      const all = await redis.run(readMs, (client) => client.hgetall(numbers))
      return Object.entries(all).map(readRow).sort(byKindAndNumber)
    },
    onUp(listener) {
      stop = redis.onState((isUp) => isUp && listener())
    },
    settlingMs: async () =>
      Number(
        await redis.run(commandMs, (client) =>
          evaluate(client, settleScript, [numbers, settling], [settlingMs]),
        ),
      ),
    close: async () => stop(),
  }
}

function readRow([item, number]: [string, string]): IdRow {
  const end = item.indexOf('\t')
  return { kind: item.slice(0, end), key: item.slice(end + 1), number: Number(number) }
}

function byKindAndNumber(a: IdRow, b: IdRow): number {
  return a.kind === b.kind ? a.number - b.number : a.kind < b.kind ? -1 : 1
}
