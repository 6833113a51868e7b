// What has been pulled from a content system, in Redis: a compressed copy of the public files, by the sequence of their changes, and
// the lease of the server that polls.
import { hash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Config } from '../../config/config.ts'
import type { Changes, FileChange, Position, SharedPull } from '../../store/pull/shared-copy.ts'
import { stateFile } from '../../store/pull/state.ts'
import type { Commands, RedisClient } from './client.ts'
import { evaluate, type Script, script } from './evaluate.ts'
import { newName } from './keys.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** KEYS lease; ARGV token, milliseconds, 1 to take it from another server. */
const claimScript = script(`
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] and ARGV[3] ~= '1' then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1`)

/** KEYS lease; ARGV token. */
const releaseScript = script(`
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 1`)

/** KEYS lease, head, order, files; ARGV token, new epoch. Returns 0 for a server without the lease. */
const beginScript = script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('HSET', KEYS[2], 'epoch', ARGV[2], 'sequence', '0')
  redis.call('UNLINK', KEYS[3], KEYS[4])
  return 1`)

/**
 * KEYS head, order, files; ARGV epoch, then for each file its name and its blob, empty for one that is removed. Returns the sequence
 * before and after, or nothing for another epoch.
 */
const publishScript = script(`
  local epoch, before = unpack(redis.call('HMGET', KEYS[1], 'epoch', 'sequence'))
  if epoch ~= ARGV[1] then return {} end
  local sequence = tonumber(before)
  -- First: out of memory is an error of the first write, before anything is written.
  redis.call('HSET', KEYS[1], 'sequence', string.format('%.0f', sequence + (#ARGV - 1) / 2))
  for i = 2, #ARGV, 2 do
    local isKnown = true
    if ARGV[i + 1] == '' then isKnown = redis.call('HDEL', KEYS[3], ARGV[i]) == 1
    else redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1]) end
    sequence = sequence + 1
    if isKnown then redis.call('ZADD', KEYS[2], string.format('%.0f', sequence), ARGV[i]) end
  end
  return { before, string.format('%.0f', sequence) }`)

const defaultLeaseMs = 15_000
const renewalsOfLease = 3
const commandMs = 1000
/** Limit for a script or a response with many files. */
const filesMs = 10_000
/** Files of one response. */
const atOnce = 200

type SharedPullOptions = {
  redis: RedisClient | undefined
  config: Pick<Config, 'siteUrl' | 'apiKind' | 'apiBase'>
  /** How long a server that has stopped keeps the lease. */
  leaseMs?: number
}

/** Undefined without Redis: each server polls for itself. */
export function createSharedPull(options: SharedPullOptions): SharedPull | undefined {
  const { redis, config, leaseMs = defaultLeaseMs } = options
  if (!redis) return undefined
  const keys = keysOf(config)
  const { lease, head, order, files } = keys
  const token = randomUUID()
  const run = (ms: number, script: Script, names: string[], values: (string | number | Buffer)[]) =>
    redis.run(ms, (client) => evaluate(client, script, names, values))

  let hasLease = false
  const claim = async (isForced: boolean): Promise<boolean> => {
    const claimed = await run(commandMs, claimScript, [lease], [token, leaseMs, isForced ? 1 : 0])
    hasLease = Number(claimed) === 1
    return hasLease
  }
  const renewal = setInterval(() => {
    if (hasLease) claim(false).catch(() => {})
  }, leaseMs / renewalsOfLease)
  renewal.unref()

  return {
    leaseMs,
    isReachable: redis.isUp,
    claim,
    async release() {
      if (!hasLease) return
      hasLease = false
      // One that cannot be released expires.
      await run(commandMs, releaseScript, [lease], [token]).catch(() => {})
    },
    changes: (after) => readChanges((work) => redis.run(filesMs, work), keys, after),
    async begin() {
      const epoch = newName()
      const begun = await run(commandMs, beginScript, [lease, head, order, files], [token, epoch])
      return Number(begun) === 1 ? { epoch, sequence: 0 } : undefined
    },
    async publish(after, changes) {
      const values = await Promise.all(changes.map(valuesOf))
      const names = [head, order, files]
      const sequences = await run(filesMs, publishScript, names, [after.epoch, ...values.flat()])
      const [before, sequence] = sequences as [string?, string?]
      if (sequence === undefined) return undefined
      return Number(before) === after.sequence ? { ...after, sequence: Number(sequence) } : after
    },
    async close() {
      clearInterval(renewal)
    },
  }
}

type Keys = ReturnType<typeof keysOf>

/** A hash tag: scripts use all keys, which have to be in one slot of a cluster. Two sites in one Redis have keys of their own. */
function keysOf({ siteUrl, apiKind, apiBase }: SharedPullOptions['config']) {
  const site = hash('sha256', JSON.stringify([siteUrl, apiKind, apiBase])).slice(0, 16)
  const root = `{site-pulled:1:${site}}`
  return {
    /** The token of the server that polls. */
    lease: `${root}:lease`,
    /** Hash: epoch, and the sequence of the latest change. */
    head: `${root}:head`,
    /** Sorted set: file by the sequence of its latest change; one that is not in `files` has been removed. */
    order: `${root}:order`,
    /** Hash: file -> gzip of its text. */
    files: `${root}:files`,
  }
}

type Run = <T>(work: (client: Commands) => Promise<T>) => Promise<T>

/** Undefined where there is no copy, one that is not complete yet, or another one since the reading began. */
async function readChanges(run: Run, keys: Keys, after: Position | undefined): Promise<Changes | undefined> {
  const [epoch, latest] = await run((client) => client.hmget(keys.head, 'epoch', 'sequence'))
  if (!epoch) return undefined
  const isWhole = after?.epoch !== epoch || Number(latest) < after.sequence
  const files: Changes['files'] = new Map()
  let sequence = isWhole ? 0 : after.sequence
  for (;;) {
    const batch = await run(async (client) => {
      const rows = await client.zrangebyscore(
        keys.order,
        `(${sequence}`,
        '+inf',
        'WITHSCORES',
        'LIMIT',
        0,
        atOnce,
      )
      const names = rows.filter((_, index) => index % 2 === 0)
      const blobs = names.length > 0 ? await client.hmgetBuffer(keys.files, ...names) : []
      // An epoch never returns: the blobs are of this one.
      const isSame = (await client.hget(keys.head, 'epoch')) === epoch
      return isSame ? { names, blobs, last: Number(rows.at(-1) ?? sequence) } : undefined
    })
    if (!batch) return undefined
    for (const [index, name] of batch.names.entries()) {
      const text = await textOf(batch.blobs[index])
      if (text !== 'damaged') files.set(name, text?.content)
    }
    sequence = batch.last
    if (batch.names.length < atOnce) break
  }
  // The state is written last.
  if (isWhole && files.get(stateFile) === undefined) return undefined
  return { to: { epoch, sequence }, isWhole, files }
}

async function textOf(blob: Buffer | null | undefined): Promise<{ content: string } | 'damaged' | undefined> {
  if (!blob) return undefined
  return decompress(blob).then(
    (content) => ({ content: content.toString('utf8') }),
    () => 'damaged' as const,
  )
}

async function valuesOf({ file, text }: FileChange): Promise<(string | Buffer)[]> {
  return [file, text === undefined ? '' : await compress(text)]
}
